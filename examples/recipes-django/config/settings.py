import os

SECRET_KEY = os.environ.get('SECRET_KEY', 'for development only')
ROOT_URLCONF = 'config.urls'
INSTALLED_APPS = ['django.contrib.auth', 'django.contrib.contenttypes', 'rest_framework', 'recipes']
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': 'recipes.sqlite3'}}
USE_TZ = True

REST_FRAMEWORK = {
    'DEFAULT_PAGINATION_CLASS': 'recipes.pagination.Pages',
    'DEFAULT_RENDERER_CLASSES': ['recipes.renderers.Enveloped'],
}
