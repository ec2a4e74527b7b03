ROOT_URLCONF = "depot.urls"
INSTALLED_APPS = ["rest_framework"]
