import type { Source } from '../source.js';

/** What a context method does to the response. */
export type Effect =
  | 'status'
  | 'json'
  | 'html'
  | 'encoded'
  | 'media'
  | 'redirect'
  | 'header'
  | 'look'
  | 'response'
  | 'fail'
  | 'kept'
  | 'next';

/** A library whose handlers receive a context object and respond through it. */
export interface ContextLibrary {
  /** Imports of a file that uses the library. */
  readonly imports: RegExp;
  readonly types: ReadonlySet<string>;
  /** By method name; a method that is missing here may do anything. */
  readonly effects: ReadonlyMap<string, Effect>;
  /** True if the first body is sent at once; otherwise the last one is sent. */
  readonly ends: boolean;
  /** The result of a handler is sent, and the context is its second parameter. */
  readonly returns?: true;
}

const each = (effect: Effect, names: string): readonly (readonly [string, Effect])[] =>
  names.split(' ').map((name) => [name, effect]);

/** https://javalin.io/documentation#context */
export const JAVALIN: ContextLibrary = {
  imports: /^io\.javalin\b/,
  types: new Set(['Context']),
  effects: new Map([
    ...each('status', 'status'),
    ...each('json', 'json'),
    ...each('encoded', 'result'),
    ...each('html', 'html render'),
    ...each('media', 'contentType'),
    ...each('redirect', 'redirect'),
    ...each('header', 'header'),
    ...each(
      'look',
      'pathParam pathParamMap pathParamAsClass queryParam queryParams queryParamMap queryParamAsClass queryParamsAsClass queryString formParam ' +
        'formParams formParamMap formParamAsClass formParamsAsClass bodyAsClass body bodyAsBytes bodyValidator bodyInputStream bodyStreamAsClass ' +
        'attribute attributeMap sessionAttribute sessionAttributeMap cachedSessionAttribute consumeSessionAttribute cookie cookieMap cookieStore ' +
        'removeCookie basicAuthCredentials uploadedFile uploadedFiles uploadedFileMap headerMap headerAsClass host ip isMultipart isMultipartFormData ' +
        'method path matchedPath endpointHandlerPath contextPath port protocol scheme url fullUrl userAgent req request appAttribute appData ' +
        'future async characterEncoding contentLength handlerType routeRoles with use queryParamAsClassOrDefault statusCode endpoint endpoints isJson isFormUrlencoded',
    ),
  ]),
  ends: false,
};

/** https://vertx.io/docs/vertx-web/java/#_handling_requests_and_calling_the_next_handler */
export const VERTX: ContextLibrary = {
  imports: /^io\.vertx\.(?:(?:rxjava\d?|reactivex|mutiny)\.)?ext\.web\b/,
  types: new Set(['RoutingContext', 'HttpServerResponse']),
  effects: new Map([
    ...each('status', 'setStatusCode'),
    ...each('json', 'json jsonAndAwait jsonAndForget'),
    ...each('encoded', 'end endAndAwait endAndForget'),
    ...each('redirect', 'redirect'),
    ...each('header', 'putHeader'),
    ...each('response', 'response'),
    ...each('fail', 'fail'),
    ...each('next', 'next reroute'),
    ...each(
      'look',
      'request pathParam pathParams queryParam queryParams body getBody getBodyAsJson getBodyAsString getBodyAsJsonArray bodyAsJson bodyAsString ' +
        'user session get put remove data vertx mountPoint currentRoute normalizedPath fileUploads cookieMap getCookie addCookie removeCookie ' +
        'parsedHeaders getAcceptableContentType setAcceptableContentType failure statusCode failed setStatusMessage setChunked ended headers ' +
        'addEndHandler addBodyEndHandler addHeadersEndHandler exceptionHandler closeHandler preferredLanguage queryParamsMap getStatusCode getStatusMessage ' +
        'endHandler bodyEndHandler headersEndHandler language acceptableLanguages is',
    ),
  ]),
  ends: true,
};

/** https://sparkjava.com/documentation#response */
export const SPARK: ContextLibrary = {
  imports: /^spark\./,
  types: new Set(['Response']),
  effects: new Map([
    ...each('status', 'status'),
    ...each('media', 'type'),
    ...each('redirect', 'redirect'),
    ...each('header', 'header'),
    ...each('look', 'cookie removeCookie'),
    // sent unless the handler gives a text
    ...each('kept', 'body'),
  ]),
  ends: false,
  returns: true,
};

/** The library of a file's handlers. */
export const contextLibrary = ({ unit }: Source): ContextLibrary | undefined =>
  [JAVALIN, VERTX, SPARK].find(({ imports }) => unit.imports.some(({ path }) => imports.test(path)));
