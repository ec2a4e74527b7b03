from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response


class Pages(PageNumberPagination):
    page_size = 25

    def get_paginated_response(self, data):
        return Response({'total': self.page.paginator.count, 'items': data})
