import type { Expression } from '../../../../../facts/expression.js';
import type { Response } from '../../../../../facts/fact.js';
import { dataOf } from '../../answers.js';
import { lookup, onlyValue, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { statusArgument } from '../../statuses.js';
import { argument, keyword, lastName, type Node } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { type Decorated, EMPTY } from './responses.js';

const LIBRARY = /^blacksheep\b/;

/** What a function of the library sends: its status, or the index of that argument; the index of its body. */
interface Helper {
  readonly status: number | { readonly at: number };
  readonly body?: number;
  readonly media?: string;
  /** The name of the body's argument, if even a text is sent as JSON; otherwise it is `message`. */
  readonly named?: string;
}

const messages = { ok: 200, created: 201, accepted: 202, bad_request: 400, unauthorized: 401, forbidden: 403, not_found: 404 };
const bare = { no_content: 204, moved_permanently: 301, redirect: 302, see_other: 303, not_modified: 304 };
const HELPERS: ReadonlyMap<string, Helper> = new Map<string, Helper>([
  ...Object.entries(messages).map(([name, status]) => [name, { status, body: 0 }] as const),
  ...Object.entries({ ...bare, temporary_redirect: 307, permanent_redirect: 308 }).map(
    ([name, status]) => [name, { status }] as const,
  ),
  ...['json', 'pretty_json'].map((name) => [name, { status: { at: 1 }, body: 0, named: 'data' }] as const),
  ['status_code', { status: { at: 0 }, body: 1 }],
  ['text', { status: { at: 1 }, media: 'text/plain' }],
  ['html', { status: { at: 1 }, media: 'text/html' }],
  ...['view', 'view_async'].map((name) => [name, { status: { at: 2 }, media: 'text/html' }] as const),
  ['file', { status: 200, media: 'application/octet-stream' }],
  ['Response', { status: { at: 0 }, body: 2, named: 'content' }],
]);

/** https://www.neoteroi.dev/blacksheep/responses/: a text is plain, any other value JSON, and nothing has the status 204. */
export const BLACKSHEEP: Decorated = {
  library: LIBRARY,
  respond: (source, scope, given) => {
    const node = given?.kind === 'await' ? given.of : given;
    const at = source.at(node?.start ?? scope.of?.start ?? 0);
    if (node === undefined || (node.kind === 'constant' && node.value === null)) return { status: literal(204), ...EMPTY, at };
    const made = madeBy(source, scope, node);
    if (made !== undefined) return { ...made, at };
    const isWritten = ['dict', 'list', 'comprehension', 'text'].includes(node.kind);
    return isWritten ? { status: literal(200), body: dumped(source, scope, node), rawTexts: true, at } : undefined;
  },
  data: (source, scope, node) => {
    const stored = node?.kind === 'name' ? onlyValue(lookup(scope, node.name)?.binding) : node;
    // code may change a response after it is made
    const data = node === undefined || helperOf(source, scope, stored) !== undefined ? undefined : dataOf(source, scope, node);
    return data && node && { status: literal(200), ...data, body: bySourceNames(data.body), at: source.at(node.start) };
  },
  nothing: (source, { start }) => ({ status: literal(204), ...EMPTY, at: source.at(start) }),
};

/** Members of models have their own names: the library never sends aliases. */
const bySourceNames = (of: Expression): Expression => ({ kind: 'operator', operator: 'source-names', of });
const dumped = (source: Source, scope: Scope, node: Node): Expression => bySourceNames(readValue(source, scope, node));

/** The name of a function of the library, or of a method of a controller (`self.json(…)`) that this file does not override. */
function helperOf(source: Source, scope: Scope, node: Node | undefined): string | undefined {
  if (node?.kind !== 'call') return undefined;
  const name = lastName(node.of) ?? '';
  if (LIBRARY.test(originOf(scope, node.of) ?? '')) return name;
  const isOwn = node.of.kind === 'attribute' && node.of.of.kind === 'name' && node.of.of.name === 'self';
  return isOwn && HELPERS.has(name) && !methodsIn(source).has(name) ? name : undefined;
}

const methods = new WeakMap<Source, ReadonlySet<string>>();

/** The names of all methods of a file. */
function methodsIn(source: Source): ReadonlySet<string> {
  const names =
    methods.get(source) ?? new Set(source.definitions.functions.flatMap(({ owner, name }) => (owner === undefined ? [] : name)));
  methods.set(source, names);
  return names;
}

/** `json(film, 201)`, `created(film)`, `Response(200, None, JSONContent(film))`. */
function madeBy(source: Source, scope: Scope, node: Node): Omit<Response, 'at'> | undefined {
  const name = helperOf(source, scope, node) ?? '';
  const helper = HELPERS.get(name);
  if (helper === undefined || node.kind !== 'call' || node.arguments.some(({ star }) => star !== undefined)) return undefined;
  const { status: code } = helper;
  const status = typeof code === 'number' ? literal(code) : statusArgument(argument(node, code.at, 'status'));
  if (helper.media !== undefined) return { status, mediaType: helper.media, body: { kind: 'scalar', type: 'string' } };
  const given = helper.body === undefined ? undefined : (argument(node, helper.body, helper.named) ?? keyword(node, 'message'));
  if (given === undefined) return { status, ...EMPTY };
  if (name !== 'Response') return { status, body: dumped(source, scope, given), ...(helper.named ? {} : { rawTexts: true }) };
  const json = given.kind === 'call' && lastName(given.of) === 'JSONContent' ? argument(given, 0) : undefined;
  return { status, body: json === undefined ? unknown('its content is not read') : dumped(source, scope, json) };
}
