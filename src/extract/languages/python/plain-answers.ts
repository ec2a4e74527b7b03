import type { Expression } from '../../../facts/expression.js';
import type { Response } from '../../../facts/fact.js';
import type { Responder } from './answers.js';
import { FLASK } from './frameworks/flask/responses.js';
import { originOf, type Scope } from './scope.js';
import { literal, type Source, unknown } from './source.js';
import { statusIn } from './statuses.js';
import { argument, keyword, type Node, plainText } from './syntax/syntax.js';
import { readValue } from './values.js';

/** For functions that another file registers: how Connexion sends a text depends on the document. */
export const PLAIN: Responder = {
  ...FLASK,
  respond: (source, scope, node) => {
    const sent = connexionResponse(source, scope, node) ?? FLASK.respond(source, scope, node);
    if (sent?.mediaType !== 'text/html') return sent;
    const { mediaType: _, ...rest } = sent;
    return { ...rest, body: unknown('how a text is sent is not known') };
  },
  library: /^(?:flask|werkzeug|quart|connexion)\b/,
};

/** `ConnexionResponse(body=book, status_code=201, content_type='application/json')`, `problem(404, 'Not found', detail)`. */
function connexionResponse(source: Source, scope: Scope, node: Node | undefined): Response | undefined {
  if (node?.kind !== 'call' || node.arguments.some(({ star }) => star !== undefined)) return undefined;
  const origin = originOf(scope, node.of) ?? '';
  // a module of the service may export it by another name
  const isAlike = /Response$/.test(origin) && ['body', 'status_code', 'content_type'].every((one) => keyword(node, one));
  const name = isAlike ? 'ConnexionResponse' : /^connexion(?:\.\w+){0,3}\.(ConnexionResponse|problem)$/.exec(origin)?.[1];
  if (name === undefined) return undefined;
  const at = source.at(node.start);
  const status = (given: Node | undefined): Expression => (given === undefined ? literal(200) : statusIn(source, scope, given));
  if (name === 'problem')
    return {
      status: status(argument(node, 0, 'status')),
      body: unknown('what a problem describes is not worked out'),
      when: [{ failed: true, holds: true }],
      at,
    };
  const body = argument(node, 3, 'body');
  const type = argument(node, 2, 'content_type') ?? argument(node, 1, 'mimetype');
  const mediaType = body === undefined ? 'none' : type === undefined ? undefined : plainText(type);
  const isJson = mediaType !== undefined && /json/.test(mediaType);
  return {
    status: status(argument(node, 0, 'status_code')),
    ...(!isJson && mediaType !== undefined && { mediaType }),
    body: isJson || body === undefined ? readValue(source, scope, body) : unknown('how it is sent is not known'),
    at,
  };
}
