from django.db import models


class Timestamped(models.Model):
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class Cook(Timestamped):
    name = models.CharField(max_length=80)
    biography = models.TextField(null=True, blank=True)


class Ingredient(models.Model):
    name = models.CharField(max_length=80, unique=True)
    vegan = models.BooleanField(default=False)


class Recipe(Timestamped):
    class Level(models.TextChoices):
        EASY = 'easy', 'Easy'
        MEDIUM = 'medium', 'Medium'
        HARD = 'hard', 'Hard'

    title = models.CharField(max_length=120)
    minutes = models.PositiveIntegerField()
    level = models.CharField(max_length=6, choices=Level.choices)
    cook = models.ForeignKey(Cook, on_delete=models.CASCADE, related_name='recipes')
    ingredients = models.ManyToManyField(Ingredient)
