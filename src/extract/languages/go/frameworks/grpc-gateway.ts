import type { Expression } from '../../../../facts/expression.js';
import { httpPaths } from '../protobuf/paths.js';
import type { Dialect, Options } from '../routing/dialect.js';
import type { Source } from '../source.js';

/** https://grpc-ecosystem.github.io/grpc-gateway/ and https://pkg.go.dev/github.com/grpc-ecosystem/grpc-gateway/v2/runtime. */
export const grpcGateway: Dialect = {
  id: 'go/grpc-gateway',
  title: 'grpc-gateway',
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/grpc-ecosystem\/grpc-gateway\b/.test(text),
  packages: /^github\.com\/grpc-ecosystem\/grpc-gateway\/runtime$/,
  makers: /^NewServeMux$/,
  routerTypes: /^ServeMux$/,
  verbs: new Map(),
  handlerAt: 'first',
  groups: /^$/,
  same: /^$/,
  byMethod: /^(?:HandlePath|Handle)$/,
  passed: true,
  path: (path) =>
    path.kind === 'literal'
      ? { kind: 'tuple', items: httpPaths(String(path.value)).map((value): Expression => ({ kind: 'literal', value })) }
      : path,
  optionsOf: (options, made, source) => {
    const on = made.of.kind === 'member' ? made.of.of : made.of;
    // version 1 keeps field names and omits empty values unless an option changes this
    const isFirst =
      on.kind === 'name' && !source.stored.has(on.name) && /\/grpc-gateway\/runtime$/.test(source.packages.get(on.name) ?? '');
    const usual = isFirst ? written(true, false) : written(false, true);
    const all = options.map((one) => optionOf(source, one));
    const open = all.find((one) => one?.open !== undefined);
    return open ?? all.findLast((one) => one !== undefined) ?? usual;
  },
};

const written = (keepsNames: boolean, emits: boolean): Options => ({
  settings: { naming: keepsNames ? 'kept' : 'declared', defaults: emits ? 'written' : 'omitted' },
});
const OPEN: Options = { settings: {}, open: 'options of the gateway may change what is sent' };

/** Options that do not affect success responses. */
const HARMLESS =
  /\.With(?:\w+Matcher|Metadata|\w*ErrorHandler|Disable\w+|WriteContentLength|Health\w+|UnescapingMode|LastMatchWins)$/;

/** The effect of one option; undefined: none on JSON responses. */
function optionOf(source: Source, given: Expression): Options | undefined {
  const option = stored(source, given);
  if (option.kind !== 'returns' || option.of.kind !== 'name') return OPEN;
  if (HARMLESS.test(option.of.name)) return undefined;
  const [type, marshaler] = option.values ?? [];
  if (!option.of.name.endsWith('.WithMarshalerOption') || type === undefined || marshaler === undefined) return OPEN;
  if (type.kind === 'literal' && !/^\*$|^application\/json$/.test(String(type.value))) return undefined;
  return marshalerOf(source, marshaler) ?? OPEN;
}

/** `&runtime.JSONPb{MarshalOptions: protojson.MarshalOptions{UseProtoNames: true}}`, `&runtime.HTTPBodyMarshaler{Marshaler: …}`. */
function marshalerOf(source: Source, given: Expression, depth = 0): Options | undefined {
  const value = stored(source, given);
  const filled = value.kind === 'operator' && value.operator === 'filled' ? value : undefined;
  const type = filled?.of ?? value;
  const members = filled?.keys?.kind === 'object' ? filled.keys.members : [];
  const find = (name: string): Expression | undefined =>
    members.flatMap((one) => (one.kind === 'property' && one.name === name ? one.value : []))[0];
  const inner = find('Marshaler');
  if (inner !== undefined && depth < 3) return marshalerOf(source, inner, depth + 1);
  if (type.kind !== 'name' || !/\.(?:JSONPb|MarshalOptions)$/.test(type.name)) return undefined;
  const options = find('MarshalOptions');
  if (options !== undefined && depth < 3) return marshalerOf(source, options, depth + 1);
  const flags = [
    'UseProtoNames',
    'OrigName',
    'EmitUnpopulated',
    'EmitDefaults',
    'EmitDefaultValues',
    'UseEnumNumbers',
    'EnumsAsInts',
  ];
  const set = new Set<string>();
  for (const name of flags) {
    const flag = find(name);
    if (flag !== undefined && (flag.kind !== 'literal' || typeof flag.value !== 'boolean')) return undefined;
    if (flag?.kind === 'literal' && flag.value === true) set.add(name);
  }
  if (set.has('UseEnumNumbers') || set.has('EnumsAsInts')) return undefined;
  return written(
    set.has('UseProtoNames') || set.has('OrigName'),
    [...set].some((name) => name.startsWith('Emit')),
  );
}

/** The value of a local variable. */
function stored({ constants }: Pick<Source, 'constants'>, value: Expression, depth = 0): Expression {
  const constant = value.kind === 'name' && depth < 3 ? constants.get(value.name) : undefined;
  return constant === undefined ? value : stored({ constants }, constant.value, depth + 1);
}
