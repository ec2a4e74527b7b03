/**
 * A server framework whose routes are not analysed, and its imports in files that register routes. Imports of client packages do
 * not count.
 */
export interface UnreadServer {
  readonly title: string;
  readonly imports: RegExp;
}

export const UNREAD_SERVERS: readonly UnreadServer[] = [
  { title: "Javalin's annotated controllers", imports: /^io\.javalin\.community\.routing\b/ },
  // code that only reads a request (`RoutingContext`, as in Quarkus authentication) registers no route
  {
    title: 'operations of Vert.x',
    imports:
      /^io\.vertx\.(?:(?:rxjava\d?|reactivex|mutiny)\.ext\.web\.(?:openapi|api)\b|ext\.web\.api\.service\b|kotlin\.coroutines\.CoroutineRouter)/,
  },
  { title: 'Quarkus routes', imports: /^io\.quarkus\.vertx\.web\b/ },
  { title: "Spark's Kotlin DSL", imports: /^spark\.kotlin\b/ },
  { title: 'Helidon', imports: /^io\.helidon\.(?:webserver|nima\.webserver|http\.Http\b)/ },
  { title: 'Play', imports: /^play\.(?:mvc|routing|api\.mvc|api\.routing)\b/ },
  { title: 'Ratpack', imports: /^ratpack\./ },
  { title: 'Akka HTTP', imports: /^akka\.http\.(?:javadsl|scaladsl)\.(?:server|ServerBuilder|Http)\b/ },
  { title: 'Pekko HTTP', imports: /^org\.apache\.pekko\.http\.(?:javadsl|scaladsl)\.(?:server|ServerBuilder|Http)\b/ },
  { title: 'Finatra', imports: /^com\.twitter\.(?:finatra\.http|finagle\.http\.HttpMuxer)\b/ },
  { title: 'Jooby', imports: /^(?:io|org)\.jooby\b/ },
  { title: 'Struts', imports: /^(?:org\.apache\.struts2?|com\.opensymphony\.xwork2)\b/ },
  { title: 'Undertow', imports: /^io\.undertow\.(?:Handlers|server\.(?:RoutingHandler|HttpHandler|HttpServerExchange))\b/ },
  { title: 'Jetty handlers', imports: /^org\.eclipse\.jetty\.server\.(?:Handler|handler\.AbstractHandler)\b/ },
  { title: "the JDK's HTTP server", imports: /^com\.sun\.net\.httpserver\.(?:HttpHandler|HttpExchange|HttpServer|\*)/ },
  { title: 'Netty', imports: /^(?:io\.netty\.handler\.codec\.http\.HttpServerCodec|reactor\.netty\.http\.server)\b/ },
  { title: 'NanoHTTPD', imports: /^(?:fi\.iki\.elonen|org\.nanohttpd)\b/ },
  { title: 'Restlet', imports: /^org\.restlet\.(?:routing|resource\.ServerResource|Application)\b/ },
  { title: 'Apache Camel', imports: /^org\.apache\.camel\.(?:model\.rest|builder\.RouteBuilder)\b/ },
  { title: 'ActiveJ', imports: /^io\.activej\.http\.(?:RoutingServlet|AsyncServlet)\b/ },
  { title: 'Light-4j', imports: /^com\.networknt\.(?:handler|server)\b/ },
  { title: 'Rest.li', imports: /^com\.linkedin\.restli\.server\b/ },
  { title: 'Blade', imports: /^(?:com\.hellokaton\.blade|com\.blade)\b/ },
  { title: 'JFinal', imports: /^com\.jfinal\.core\b/ },
  { title: 'Solon', imports: /^org\.noear\.solon\.annotation\.(?:Controller|Mapping)\b/ },
  { title: 'Spring Data REST', imports: /^org\.springframework\.data\.rest\.core\.annotation\.RepositoryRestResource\b/ },
  { title: 'Spring Cloud Gateway', imports: /^org\.springframework\.cloud\.gateway\.(?:route|server\.mvc)\b/ },
  { title: 'Spring Integration', imports: /^org\.springframework\.integration\.(?:http|webflux)\.(?:dsl|inbound)\b/ },
  { title: 'AWS Lambda', imports: /^com\.amazonaws\.services\.lambda\.runtime\.events\.APIGateway/ },
  { title: 'Azure Functions', imports: /^com\.microsoft\.azure\.functions\.annotation\.HttpTrigger\b/ },
  { title: 'Cloud Functions', imports: /^com\.google\.cloud\.functions\.HttpFunction\b/ },
];

/** The packages of the table above, for a cheap test of a text. */
export const UNREAD_SIGNALS =
  /\bio\.(?:javalin|vertx|quarkus\.vertx|helidon|jooby|undertow|netty\.handler|activej)\b|\borg\.(?:jooby|nanohttpd|restlet|apache\.(?:pekko|struts2?|camel)|eclipse\.jetty\.server|noear\.solon)\b|\bspark\.kotlin\b|\b(?:play|ratpack|akka)\.[a-z]|\bcom\.(?:twitter\.fin|opensymphony|sun\.net\.httpserver|networknt|linkedin\.restli|hellokaton|blade|jfinal|microsoft\.azure\.functions|google\.cloud\.functions|amazonaws\.services\.lambda)|\bfi\.iki\.elonen\b|\breactor\.netty\.http\.server\b|\borg\.springframework\.(?:data\.rest|cloud\.gateway|integration\.(?:http|webflux))\b/;
