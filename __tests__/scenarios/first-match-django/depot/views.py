from django.http import JsonResponse
from rest_framework.decorators import action
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet


def one(request, id):
    return JsonResponse({"id": str(id)})


def newest(request):
    return JsonResponse({"id": "7", "weight": 3})


class Ships(ViewSet):
    def retrieve(self, request, pk=None):
        return Response({"id": str(pk)})

    @action(detail=False)
    def newest(self, request):
        return Response({"id": "7", "weight": 3})
