import { type ClassDefinition, classHere, type FunctionDefinition, lookup, originOf, type Scope } from '../../scope.js';
import type { Source } from '../../source.js';
import { calleeOf, lastName, type Node } from '../../syntax/syntax.js';

/** The JSON provider of a Flask application: https://flask.palletsprojects.com/en/stable/api/#module-flask.json.provider */
const SET = /\.[ \t]{0,9}(json|json_provider_class|json_encoder|json\.(?:default|dumps|response))[ \t]{0,9}=[ \t]{0,9}$/;
const FIELDS = /^(?:json_provider_class|json_encoder)$/;
/** Names of applications and providers; other objects with a member `json` (`request.json = …`) do not count. */
const NAMES = /Provider$|JSON|Json/;
const APPS = /(?:app|application|self)\.json$/i;
const DUMPS = /^(?:json|orjson|ujson|simplejson|rapidjson)\.dumps$/;
/** Results that are texts, or members of objects without a JSON form of their own. */
const USUAL =
  /^(?:isoformat|strftime|default|hex|str|list|sorted|tuple|dict|vars|asdict|_asdict|to_dict|as_dict|to_json|serialize|model_dump|jsonable_encoder)$/;

/** A place where a file sets a JSON provider or encoder that may produce different JSON. */
export interface Provider {
  readonly start: number;
  /** A class of another file. */
  readonly imported?: { readonly scope: Scope; readonly node: Node };
}

export function providersOf(source: Source): readonly Provider[] {
  const { scopes, classes } = source.definitions;
  const set = scopes.flatMap(({ calls }) =>
    calls.flatMap(({ node, scope, statement }) => {
      const target = source.masked.code.slice(statement.start, node.start).slice(-100);
      const [, name = ''] = SET.exec(target) ?? [];
      const isJson = name !== 'json' || APPS.test(target.replace(/\s{0,9}=\s{0,9}$/, '')) || isProvider(scope, node);
      if (name === '' || !isJson) return [];
      return isUsual(source, scope, name, node) ? [] : [setTo(scope, node)];
    }),
  );
  const fields = classes.flatMap(({ fields, outside }) =>
    fields.flatMap(({ name, value }) =>
      value === undefined || !FIELDS.test(name) || isUsual(source, outside, name, value) ? [] : [setTo(outside, value)],
    ),
  );
  // APIFlask wraps the results of handlers in it (https://apiflask.com/schema/#base-response-schema-customization)
  const around = source.masked.code.search(/\bBASE_RESPONSE_SCHEMA\b/);
  return [...set, ...fields, ...(around < 0 ? [] : [{ start: around }])];
}

function setTo(scope: Scope, node: Node): Provider {
  const made = calleeOf(node);
  const root = made.kind === 'attribute' ? made.of : made;
  const isImported = root.kind === 'name' && lookup(scope, root.name)?.binding.kind === 'import';
  return { start: node.start, ...(isImported && { imported: { scope, node: made } }) };
}

/** A static member of the classes of encoders and providers that write nothing in a way of their own. */
export const KEEPS = '|keeps';

/** Whether a class extends the encoder or provider of a library. */
export const isEncoder = ({ arguments: given, outside }: ClassDefinition): boolean =>
  given.length === 1 && given.every(({ value }) => ENCODER.test(originOf(outside, value) ?? ''));

const ENCODER = /^(?:apiflask|connexion|flask|json|quart|simplejson)\b(?:\.\w{1,60}){0,5}\.\w{0,40}JSON(?:Encoder|Provider)$/;

function isProvider(scope: Scope, node: Node): boolean {
  const made = calleeOf(node);
  const bases = classHere(scope, made)?.arguments.map(({ value }) => lastName(value)) ?? [];
  return [lastName(made), ...bases].some((name) => NAMES.test(name ?? ''));
}

function isUsual(source: Source, scope: Scope, name: string, node: Node): boolean {
  const made = calleeOf(node);
  if (/^flask\.json\.|^flask_orjson\./.test(originOf(scope, made) ?? '')) return true;
  const binding = made.kind === 'name' ? lookup(scope, made.name)?.binding : undefined;
  if (binding?.kind === 'function')
    return name === 'json.default'
      ? isUsualDefault(binding.definition)
      : name === 'json.dumps' && isUsualDump(binding.definition);
  return binding?.kind === 'class' && isUsualClass(source, binding.definition);
}

export function isUsualClass({ masked: { bare } }: Source, { methods, fields }: ClassDefinition): boolean {
  if (fields.some(({ name, value }) => name === 'include_nulls' && value?.kind === 'constant' && value.value === true))
    return false;
  return methods.every((method) => {
    if (method.name === 'default') {
      // the encoder that the OpenAPI generator writes beside its models
      const isGenerated = /\.attribute_map\[/.test(bare.slice(method.start, Math.min(method.end, method.start + 2000)));
      return isUsualDefault(isGenerated ? { results: method.results.filter((one) => one?.kind !== 'name') } : method);
    }
    if (method.name === 'dumps') return isUsualDump(method);
    return /^(?:loads|__init__)$/.test(method.name);
  });
}

/** Whether dates become texts, as in Flask itself. */
const isUsualDefault = ({ results }: Pick<FunctionDefinition, 'results'>): boolean =>
  results.every((whole) => {
    // `value.isoformat() + 'Z'`
    const node = whole?.kind === 'operation' && whole.operator === '+' && whole.right.kind === 'text' ? whole.left : whole;
    if (node?.kind === 'attribute') return /^(?:__dict__|value|name|hex)$/.test(node.name);
    if (node?.kind !== 'call') return false;
    const name = lastName(node.of) ?? '';
    const [first] = node.arguments;
    // of a decimal, whose form is unknown anyway; `int(date.timestamp())` would change the form of a date
    return USUAL.test(name) || (/^(?:int|float)$/.test(name) && first?.value.kind === 'name');
  });

/** `return orjson.dumps(obj).decode()`: it passes its argument to the library. */
const isUsualDump = ({ results, inside, parameters }: FunctionDefinition): boolean =>
  results.every((node) => {
    const isDecoded = node?.kind === 'call' && node.of.kind === 'attribute' && node.of.name === 'decode';
    const call = isDecoded && node.of.kind === 'attribute' ? node.of.of : node;
    if (call?.kind !== 'call') return false;
    const [first] = call.arguments;
    const isSuper = call.of.kind === 'attribute' && call.of.of.kind === 'call' && originOf(inside, call.of.of.of) === 'super';
    const isGiven =
      first?.value.kind === 'name' && parameters.some(({ name }) => first.value.kind === 'name' && name === first.value.name);
    return isGiven && (isSuper || DUMPS.test(originOf(inside, call.of) ?? ''));
  });
