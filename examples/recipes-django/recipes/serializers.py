from rest_framework import serializers

from .models import Cook, Ingredient, Recipe


class CookSerializer(serializers.ModelSerializer):
    recipeCount = serializers.SerializerMethodField()

    class Meta:
        model = Cook
        fields = ['id', 'name', 'biography', 'recipeCount']

    def get_recipeCount(self, cook) -> int:
        return cook.recipes.count()


class IngredientSerializer(serializers.ModelSerializer):
    class Meta:
        model = Ingredient
        fields = '__all__'


class RecipeSerializer(serializers.ModelSerializer):
    cook = serializers.StringRelatedField()
    createdAt = serializers.DateTimeField(source='created_at', read_only=True)
    ingredients = IngredientSerializer(many=True, read_only=True)
    note = serializers.CharField(write_only=True)

    class Meta:
        model = Recipe
        fields = ['id', 'title', 'minutes', 'level', 'cook', 'ingredients', 'createdAt', 'note']


class RecipeLineSerializer(RecipeSerializer):
    class Meta(RecipeSerializer.Meta):
        fields = ['id', 'title', 'minutes', 'level', 'created_at']
