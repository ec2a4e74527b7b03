/**
 * Packages that get an app but serve no contract operation: they store, log, authenticate, measure, document, test or run it, or
 * wrap it as middleware. The extractors of the frameworks follow calls to the frameworks themselves.
 */
const HARMLESS = new Set(
  (
    'flask quart bottle chalice robyn werkzeug fastapi starlette sanic aiohttp tornado django asgiref flask_restful flask_restx flask_restplus ' +
    'flask_smorest apiflask apifairy flask_openapi3 sanic_ext sanic_openapi ' +
    'flask_cors flask_sqlalchemy flask_migrate flask_login flask_marshmallow flask_jwt_extended flask_jwt flask_bcrypt ' +
    'flask_argon2 flask_mail flask_mailman flask_caching flask_cache flask_limiter flask_talisman flask_wtf flask_session ' +
    'flask_babel flask_babelex flask_compress flask_mongoengine flask_pymongo flask_redis flask_principal flask_httpauth ' +
    'flask_sslify flask_seasurf flask_script flask_moment flask_bootstrap flask_apscheduler flask_executor flask_alembic ' +
    'flask_pydantic flask_orjson flask_injector flask_sock flask_socketio flask_testing flask_uploads flask_htmlmin flask_static_digest ' +
    'flask_swagger_ui flasgger flask_debugtoolbar flask_apispec flask_login_multi flask_celeryext flask_paginate quart_cors ' +
    'quart_schema quart_auth fastapi_pagination fastapi_cache fastapi_limiter fastapi_sqlalchemy fastapi_async_sqlalchemy ' +
    'fastapi_injector fastapi_lifespan_manager fastapi_exceptionshandler fastapi_offline slowapi sentry_sdk raven rollbar ' +
    'bugsnag honeybadger newrelic ddtrace elasticapm scout_apm opencensus applicationinsights azure aws_xray_sdk logfire ' +
    'jaeger_client flask_opentracing asgi_correlation_id asgi_logger asgi_lifespan uvicorn gunicorn hypercorn waitress gevent ' +
    'eventlet meinheld granian daphne bjoern cheroot twisted paste mangum serverless_wsgi awsgi apig_wsgi a2wsgi whitenoise ' +
    'brotli_asgi socketio engineio secure itsdangerous uvloop aiojobs aiohttp_cors aiohttp_session aiohttp_security ' +
    'aiohttp_jinja2 aiohttp_remotes aiohttp_swagger aiohttp_apispec apispec spectree webargs httpx requests webtest pytest unittest ' +
    'mock locust celery dramatiq taskiq dishka dependency_injector injector inject punq authlib redis sqlalchemy tortoise ' +
    'ormar beanie piccolo databases peewee playhouse aerich alembic mongoengine motor pymongo pydantic structlog loguru click ' +
    'typer rich logging functools typing asyncio contextlib threading multiprocessing concurrent copy inspect json yaml os sys ' +
    'time signal weakref warnings types collections dataclasses pprint wsgiref super'
  ).split(' '),
);
const FAMILIES = /^(?:prometheus|opentelemetry|starlette_|sanic_prometheus)/;

/** Whether an import (`flask_cors.CORS`) registers no routes on an app that it gets. */
export function isHarmless(origin: string): boolean {
  const [top = ''] = origin.split('.', 1);
  return HARMLESS.has(top) || FAMILIES.test(top);
}
