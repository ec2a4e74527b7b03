/** How a framework picks the route that answers a request, and answers it, by its own documentation. What is absent has the stated default. */
export interface RouteMatching {
  /** Literal parts of paths match in any case; default: case counts. */
  readonly anyCase?: boolean;
  /** The first registered route that matches answers, however wide it is; default: the most exact one does. */
  readonly firstMatch?: boolean;
  /** The path alone picks the route: where the first that fits has not the method, no later one is asked (405); default: methods count. */
  readonly pathAlone?: boolean;
  /** A slash at the end makes another path: only routes that end alike stand in each other's way; default: it makes none. */
  readonly slashCounts?: boolean;
  /** HEAD is answered by the route of GET; default: true (RFC 9110, section 9.3.2). */
  readonly headByGet?: boolean;
  /** A handler that ends without sending anything has answered with success (net/http: 200); default: it has not. */
  readonly silentSuccess?: boolean;
}
