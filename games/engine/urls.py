"""The addresses of `engine`."""

from django.urls import path

from games.engine import engine_pages

urlpatterns = [
    path("engine/", engine_pages.engine, name="engine"),
    path("engine/worker.js", engine_pages.engine_worker, name="engine-worker"),
    path("engine/<slug:folder>/<str:name>", engine_pages.engine_file, name="engine-file"),
]
