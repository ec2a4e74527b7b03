import type { Maker } from './answers.js';

/** `ResponseEntity`, created by Spring handlers. */
export const ENTITY: Maker = {
  name: 'ResponseEntity',
  package: /^org\.springframework\.http\./,
  bodied: new Set(['ok', 'of', 'ofNullable']),
  sets: new Set(['body']),
};

/** `ServerResponse`, created by handlers of Spring's functional routers. */
export const SERVER_RESPONSE: Maker = {
  name: 'ServerResponse',
  package: /^org\.springframework\.web\.(?:reactive\.function\.server|servlet\.function)\./,
  bodied: new Set(),
  sets: new Set(['body', 'bodyValue', 'bodyValueAndAwait', 'bodyAndAwait', 'syncBody', 'entity']),
};

/** `Response` of JAX-RS and `RestResponse` of RESTEasy, created by resources. */
export const JAXRS: readonly Maker[] = [
  {
    name: 'Response',
    package: /^(?:jakarta|javax)\.ws\.rs\.core\./,
    bodied: new Set(['ok', 'accepted']),
    sets: new Set(['entity']),
    omitsNull: true,
  },
  {
    name: 'RestResponse',
    package: /^org\.jboss\.resteasy\.reactive\./,
    bodied: new Set(['ok', 'accepted']),
    sets: new Set(['entity']),
    omitsNull: true,
  },
];

/** `HttpResponse` of Micronaut, created by its controllers. */
export const MICRONAUT: Maker = {
  name: 'HttpResponse',
  package: /^io\.micronaut\.http\./,
  bodied: new Set(['ok', 'created', 'notFound', 'badRequest', 'unprocessableEntity', 'serverError']),
  sets: new Set(['body']),
};
