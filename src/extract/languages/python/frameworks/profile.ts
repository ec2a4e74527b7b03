import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** An extractor without its reading. */
export type Profile = Omit<Extractor<Source>, 'extract'> & {
  /** Also reads files that name no framework and put routes on what other files make; linking tells whose that is. */
  readonly unnamed?: true;
};

/** Routes are put on something, by a decorator or a method. */
export const PUTS_ROUTES =
  /@\w[\w.]{0,99}\.(?:route|api_route|websocket|get|post|put|patch|delete|head|options)\(\s{0,40}(?:[a-z]?["'][/{"']|[A-Za-z_])|\.add_(?:api_route|url_rule|routes?|view|get|post|put|patch|delete|head)\(/;

/** A function is given an app or router. */
export const HANDS_APP_ON =
  /\b(?:register|init|attach|setup|mount|bind|configure)\w{0,40}\((?:flask_)?(?:app|api|bp|blueprint)[,)]/;

/** Packages whose routers a file makes that imports them. */
export const MAKES_ROUTERS =
  /^(?:(?:flask|quart|fastapi|sanic|aiohttp|falcon|litestar|starlite|tornado|django|ninja|connexion|apiflask|bottle|chalice|robyn)\b|flask_\w|starlette(?:\.(?:applications|routing))?$)/;
