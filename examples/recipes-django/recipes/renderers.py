from rest_framework.renderers import JSONRenderer


class Enveloped(JSONRenderer):
    """Wraps every answer: lists with their total, anything else as `data`."""

    def render(self, data, accepted_media_type=None, renderer_context=None):
        if renderer_context['response'].exception:
            return super().render({'error': data}, accepted_media_type, renderer_context)
        if 'items' in data:
            return super().render({'data': data['items'], 'total': data['total']}, accepted_media_type, renderer_context)
        return super().render({'data': data}, accepted_media_type, renderer_context)
