/** What a file says that changes how a service makes JSON, or sends it, as a whole; light, so that it can be asked before anything is parsed. */
export const PATCHES =
  /\.prototype\b[^\n]{0,60}\btoJSON\b|\bServerResponse\.prototype\b|\b(?:express|app|server)\.response\b|["'`]json replacer["'`]|\bJSON\.stringify\s{0,9}=/;

/** What writes the address of a request anew, so light as well. */
export const REROUTES = /\breq(?:uest)?\.url ?=/;
