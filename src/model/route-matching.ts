/**
 * How a framework selects the route for a request, and how it answers, according to its documentation. Absent properties have the
 * stated default.
 */
export interface RouteMatching {
  /** Literal parts of paths match in any case; default: case counts. */
  readonly anyCase?: boolean;
  /** The first registered route that matches answers, however general it is; default: the most specific one answers. */
  readonly firstMatch?: boolean;
  /**
   * The path alone selects the route: if the first match lacks the method, no later one is tried (405); default: methods count.
   */
  readonly pathAlone?: boolean;
  /** A slash at the end makes another path, so only routes with the same ending hide each other; default: it makes none. */
  readonly slashCounts?: boolean;
  /** The route of GET answers HEAD; default: true (RFC 9110, section 9.3.2). */
  readonly headByGet?: boolean;
  /** A handler that ends without sending anything answers with success (net/http: 200); default: it does not. */
  readonly silentSuccess?: boolean;
}
