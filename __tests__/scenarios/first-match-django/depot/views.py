from django.http import JsonResponse
from django.views import View
from rest_framework.decorators import action, api_view
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


class Crate(View):
    def get(self, request, id):
        return JsonResponse({"id": str(id)})

    def put(self, request, id):
        return JsonResponse({"id": str(id)})


@api_view(["GET"])
def listed(request):
    return Response({"id": "1"})


@api_view(["POST"])
def made(request):
    return Response({"id": "1"})
