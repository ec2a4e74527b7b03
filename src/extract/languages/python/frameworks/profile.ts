import type { Profile as Common } from '../../../extractor.js';

/** What every file is asked, before a parser is loaded. */
export type Profile = Common & {
  /** Also reads files that name no framework and register routes on imported values; linking determines the framework. */
  readonly unnamed?: true;
};

/** A decorator or method registers routes. */
export const PUTS_ROUTES =
  /@\w[\w.]{0,99}\.(?:route|api_route|websocket|get|post|put|patch|delete|head|options)\(\s{0,40}(?:[a-z]?["'][/{"']|[A-Za-z_])|\.add_(?:api_route|url_rule|routes?|view|get|post|put|patch|delete|head)\(/;

/** A function gets an app or router. */
export const HANDS_APP_ON =
  /\b(?:register|init|attach|setup|mount|bind|configure)\w{0,40}\((?:flask_)?(?:app|api|bp|blueprint)[,)]/;

/** Packages from which a file that imports them creates routers. */
export const MAKES_ROUTERS =
  /^(?:(?:flask|quart|fastapi|sanic|aiohttp|falcon|litestar|starlite|tornado|django|ninja|connexion|apiflask|bottle|chalice|robyn|blacksheep)\b|flask_\w|starlette(?:\.(?:applications|routing))?$)/;
