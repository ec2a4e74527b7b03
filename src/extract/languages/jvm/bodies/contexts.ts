/** What a method of a context does to the answer. */
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
  | 'next';

/** A library whose handlers are given an object that they answer on. */
export interface ContextLibrary {
  /** What a file imports that speaks of it. */
  readonly imports: RegExp;
  readonly types: ReadonlySet<string>;
  /** By the names of its methods; one that is missing here may do anything. */
  readonly effects: ReadonlyMap<string, Effect>;
  /** The first body is sent at once; else the last one is. */
  readonly ends: boolean;
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

export const CONTEXTS: readonly ContextLibrary[] = [JAVALIN, VERTX];
