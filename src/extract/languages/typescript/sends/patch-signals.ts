/**
 * Text that changes how a whole service creates or sends JSON; the module loads no parser, so that the test can run before
 * parsing.
 */
export const PATCHES =
  /\.prototype\b[^\n]{0,60}\btoJSON\b|\bServerResponse\.prototype\b|\b(?:express|app|server)\.response\b|["'`]json replacer["'`]|\bJSON\.stringify\s{0,9}=/;

/** Text that rewrites the URL of a request; also without the parser. */
export const REROUTES = /\breq(?:uest)?\.url ?=/;
