from django.urls import include, path
from rest_framework.routers import SimpleRouter

from recipes import views

router = SimpleRouter(trailing_slash=False)
router.register('recipes', views.RecipeViewSet)
router.register('ingredients', views.IngredientViewSet)

urlpatterns = [
    path('api/', include(router.urls)),
    path('api/cooks/<int:pk>', views.CookView.as_view()),
    path('api/statistics', views.statistics),
]
