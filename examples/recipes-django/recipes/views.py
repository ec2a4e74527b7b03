from rest_framework import generics, mixins, status, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response

from .models import Cook, Ingredient, Recipe
from .serializers import CookSerializer, IngredientSerializer, RecipeLineSerializer, RecipeSerializer


class RecipeViewSet(mixins.ListModelMixin, mixins.CreateModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    queryset = Recipe.objects.select_related('cook')

    def get_serializer_class(self):
        if self.action == 'list':
            return RecipeLineSerializer
        return RecipeSerializer

    @action(detail=True, methods=['post'])
    def cooked(self, request, pk=None):
        recipe = self.get_object()
        return Response({'recipe': recipe.pk, 'cooked': True}, status=status.HTTP_201_CREATED)


class IngredientViewSet(viewsets.ReadOnlyModelViewSet):
    queryset = Ingredient.objects.all()
    serializer_class = IngredientSerializer
    pagination_class = None


class CookView(generics.RetrieveAPIView):
    queryset = Cook.objects.all()
    serializer_class = CookSerializer


@api_view(['GET'])
def statistics(request):
    return Response({'recipes': Recipe.objects.count(), 'cooks': Cook.objects.count()})
