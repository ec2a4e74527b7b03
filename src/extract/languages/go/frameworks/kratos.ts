import { folderOf } from '../../../../model/repository-path.js';
import { KRATOS_HTTP } from '../protobuf/names.js';
import type { Dialect, Sending } from '../routing/dialect.js';
import { patternedPath } from '../routing/paths.js';
import { upperVerbs } from '../routing/verbs.js';
import { type Source, unknown } from '../source.js';
import { readNode } from '../syntax/expressions.js';
import type { CallNode, Node } from '../syntax/node.js';
import { simpleEnd } from '../syntax/statement-ends.js';
import { placeOf } from '../syntax/text.js';

const OPEN = 'options of the server may change what is sent';
/** A message is written by its .proto file, any other value as by encoding/json. */
const ENCODED = 'the encoder of the server writes it';

/** https://go-kratos.dev/docs/component/transport/http/: services of .proto files, and routes beside them on gorilla/mux. */
export const kratos: Dialect = {
  id: 'go/kratos',
  title: 'Kratos',
  matching: { silentSuccess: true, firstMatch: true, slashCounts: true, headByGet: false },
  signals: (text) => /github\.com\/go-kratos\/kratos\/v\d\/(?:transport\/http|encoding)\b/.test(text),
  packages: /^github\.com\/go-kratos\/kratos\/(?:transport\/http|encoding)$/,
  makers: /^NewServer$/,
  routerTypes: /^(?:Server|Router)$/,
  contextTypes: /^Context$/,
  verbs: upperVerbs('Handle', 'HandleFunc'),
  handlerAt: 'first',
  groups: /^(?:Route|Group)$/,
  same: /^$/,
  // middleware of messages, which keeps their types
  uses: /^$/,
  mounts: /^HandlePrefix$/,
  keepsPath: true,
  byMethod: /^Handle$/,
  passed: true,
  path: patternedPath,
  rewrites: /^(?:ResponseEncoder|RegisterCodec)$/,
  before: /^Filter$/,
  optionsOf: (_options, made, source) => {
    const given = optionsIn(source, made);
    const prefix = given?.find((one) => optionName(source, one) === 'PathPrefix');
    const isKnown = given?.every((one) => optionName(source, one) !== undefined) === true;
    const [path] = prefix?.kind === 'call' ? prefix.given : [];
    return { settings: { defaults: 'written' }, ...(path && { prefix: path }), ...(!isKnown && { open: OPEN }) };
  },
  sends: new Map<string, Sending>([
    ['JSON', { status: 0, body: 1 }],
    ['XML', { status: 0, body: 1, mediaType: 'application/xml' }],
    ['String', { status: 0, text: true, mediaType: 'text/plain' }],
    ['Blob', { status: 0, unread: 'bytes are sent as they are' }],
    ['Stream', { status: 0, unread: 'a stream' }],
    ['Result', { status: 0, unread: ENCODED }],
    ['Returns', { status: { is: 200 }, unread: ENCODED }],
  ]),
};

const LISTS = /\[\]\w{1,40}\.ServerOption\b|\bappend\(/g;

/** The options of a new server, also those of a list of the file: `append(opts, http.Address(a))`. Undefined: not known. */
function optionsIn({ text }: Source, { given, spread }: CallNode): readonly Node[] | undefined {
  const list = spread ? given.at(-1) : undefined;
  if (list === undefined) return given;
  if (list.kind !== 'name' || !text.bare.includes('.ServerOption')) return undefined;
  return [...text.bare.matchAll(LISTS)].flatMap(({ index }): readonly Node[] => {
    const node = readNode(text, { start: index, end: simpleEnd(text, index, text.bare.length) });
    if (node.kind === 'composite') return node.elements.map(({ value }) => value);
    const [first, ...more] = node.kind === 'call' ? node.given : [];
    if (node.kind !== 'call' || first?.kind !== 'name' || first.name !== list.name) return [];
    return node.spread ? [node] : more;
  });
}

/** `Address` of `http.Address(a)`; undefined: no option of the package. */
function optionName({ packages }: Source, node: Node): string | undefined {
  if (node.kind !== 'call' || node.of.kind !== 'member' || node.of.of.kind !== 'name') return undefined;
  return packages.get(node.of.of.name) === KRATOS_HTTP ? node.of.name : undefined;
}

const CODEC = 'github.com/go-kratos/kratos/v2/encoding/json';

/** `json.MarshalOptions = protojson.MarshalOptions{UseProtoNames: true}`: how the service writes messages. */
export function kratosFacts({ packages, path, text, facts }: Source): void {
  const [codec = ''] = [...packages].find(([, imported]) => imported === CODEC) ?? [];
  const index = codec === '' ? -1 : text.bare.indexOf(`${codec}.MarshalOptions`);
  if (index < 0) return;
  const at = placeOf(text, index);
  const start = text.bare.indexOf('=', index) + 1;
  const node = readNode(text, { start, end: simpleEnd(text, start, text.bare.length) });
  const elements = node.kind === 'composite' ? node.elements : [];
  const set = elements.map(({ key, value }) => text.bare.slice(key?.start ?? value.start, value.end).replace(/\s/g, ''));
  const isKnown = set.every((one) => one === 'UseProtoNames:true' || one === 'EmitUnpopulated:true' || one.endsWith(':false'));
  if (!isKnown || !set.includes('EmitUnpopulated:true'))
    facts.push({ kind: 'wrap', by: kratos.id, scope: '', through: unknown('the service sets how messages are written'), at });
  const setting = { kind: 'setting', scope: folderOf(path), writer: kratos.id, key: 'naming', value: 'kept', at } as const;
  if (set.includes('UseProtoNames:true')) facts.push(setting);
}
