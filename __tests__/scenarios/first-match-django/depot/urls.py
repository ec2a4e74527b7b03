from django.urls import include, path
from rest_framework.routers import SimpleRouter

from . import views

router = SimpleRouter(trailing_slash=False)
router.register("ships", views.Ships, basename="ship")

urlpatterns = [
    path("parcels/<str:id>", views.one),
    path("parcels/newest", views.newest),
    path("depots/<int:id>", views.one),
    path("depots/newest", views.newest),
    path("vans/newest", views.newest),
    path("vans/<str:id>", views.one),
    path("docks/<str:id>", views.one),
    path("docks/newest/", views.newest),
    path("crates/<str:id>", views.Crate.as_view()),
    path("crates/newest", views.made),
    path("boxes", views.listed),
    path("boxes", views.made),
    path("", include(router.urls)),
]
