"""Role and result in the index of a player's newest seats: two players' hands are compared in it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0038_published_heads")]

    operations = [
        migrations.RemoveIndex(model_name="handseat", name="seat_latest"),
        migrations.AddIndex(
            model_name="handseat",
            index=models.Index(
                fields=["player", "-played_at", "-hand", "role", "won"], name="seat_latest"
            ),
        ),
    ]
