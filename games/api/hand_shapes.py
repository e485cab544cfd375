"""The shapes of parts of a hand, for the OpenAPI description."""

from rest_framework import serializers

from games.api.serializers import CommentSerializer, EventSerializer


class EventsSerializer(serializers.Serializer):
    """A hand event by event."""

    hand = serializers.CharField()
    events = EventSerializer(many=True)


class CommentsSerializer(serializers.Serializer):
    """What members said about a hand."""

    hand = serializers.CharField()
    comments = CommentSerializer(many=True)
