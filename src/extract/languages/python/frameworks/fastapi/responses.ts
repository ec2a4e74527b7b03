import { type Expression, isNull } from '../../../../../facts/expression.js';
import type { Response, Route } from '../../../../../facts/fact.js';
import { chosen } from '../../model-dumps.js';
import { renderedByClass } from '../../schemas/views.js';
import { type FunctionDefinition, lookup, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { statusArgument } from '../../statuses.js';
import { argument, calleeOf, isSpread, keyword, lastName, type Node } from '../../syntax/syntax.js';
import { saysNoMembers, typeOf } from '../../types.js';
import { readValue } from '../../values.js';

type Call = Extract<Node, { kind: 'call' }>;

/** Media types of Starlette's response classes (https://www.starlette.io/responses/). */
const MEDIA: Readonly<Record<string, string>> = {
  HTMLResponse: 'text/html',
  PlainTextResponse: 'text/plain',
  RedirectResponse: 'none',
  StreamingResponse: 'application/octet-stream',
  FileResponse: 'application/octet-stream',
  EventSourceResponse: 'text/event-stream',
  Response: 'application/octet-stream',
  TemplateResponse: 'text/html',
};
const JSON_CLASS = /^(?:JSON|ORJSON|UJSON|MsgSpecJSON)Response$/;

/**
 * The responses of a path operation: its return value, through its `response_model` or its return annotation; a returned response
 * object is sent unchanged (https://fastapi.tiangolo.com/tutorial/response-model/).
 */
export function responsesOf(
  source: Source,
  scope: Scope,
  call: Call,
  definition: FunctionDefinition | undefined,
): Pick<Route, 'responses' | 'incomplete'> {
  const at = source.at(call.start);
  const status = statusArgument(keyword(call, 'status_code'));
  const results = definition?.results ?? [];
  const direct = results.flatMap((node) => (definition === undefined ? [] : sentAsIs(source, definition.inside, node)));
  const inside = definition?.inside ?? scope;
  const isElsewhere = storedIn(definition, inside);
  const others = results.filter((node) => !isResponse(inside, node) && !isElsewhere(node, 'always'));
  const more = results.some((node) => isElsewhere(node, 'perhaps'))
    ? { incomplete: 'it returns a response that is not read' }
    : {};
  const given = keyword(call, 'response_class');
  const mediaType = classOf(scope, given);
  const own = given === undefined || mediaType !== undefined ? undefined : ownClass(source, scope, given);
  const model = keyword(call, 'response_model');
  const isModelNone = model?.kind === 'constant' && model.value === null;
  const body = bodyOf(source, scope, call, definition, isModelNone ? undefined : model, others);
  if (body === undefined && definition === undefined) return { responses: direct, incomplete: 'its handler is not read' };
  // a class of this name from outside the library may be a model
  const isSure =
    model === undefined || isModelNone || results.every((node) => isElsewhere(node, 'always') || isOfLibrary(inside, node));
  const isDirectOnly = isSure && others.length === 0 && results.length > 0;
  const isEmpty = status.kind === 'literal' && (status.value === 204 || status.value === 304);
  if (isDirectOnly) return { responses: direct, ...more };
  const sent = body ?? unknown('what it returns is not read');
  const response: Response = {
    status,
    ...(isEmpty ? { mediaType: 'none' } : mediaType === undefined ? {} : { mediaType }),
    body: mediaType === undefined ? (own?.(sent) ?? sent) : { kind: 'scalar', type: 'string' },
    ...(given === undefined ? {} : { direct: true }),
    at,
  };
  return { responses: [response, ...direct], ...more };
}

/** How a response class of the service transforms a body in its `render`; undefined: a library class, which changes nothing. */
export function ownClass(source: Source, scope: Scope, node: Node): ((body: Expression) => Expression) | undefined {
  const isLibrary = /^(?:fastapi|starlette)\b/.test(originOf(scope, node) ?? '');
  return isLibrary ? undefined : (body) => renderedByClass(readValue(source, scope, node), body);
}

function bodyOf(
  source: Source,
  scope: Scope,
  call: Call,
  definition: FunctionDefinition | undefined,
  model: Node | undefined,
  results: readonly (Node | undefined)[],
): Expression | undefined {
  const trimming = call.arguments.filter(
    ({ name = '', value }) => /^response_model_(?:include|exclude|exclude_\w+|by_alias)$/.test(name) && !isDefault(name, value),
  );
  const declared = model ?? (definition === undefined ? undefined : returnedModel(scope, definition));
  const has = (flag: string): boolean => trimming.some(({ name }) => name === `response_model_exclude_${flag}`);
  const isWhole = !has('unset') && !has('defaults');
  const unread = trimming.find(({ name = '', value }) => !isReadOption(scope, name, value, isWhole ? declared : undefined));
  if (declared !== undefined && unread !== undefined)
    return unknown(`${unread.name} leaves some of it out or names it otherwise`);
  const trimmed = (of: Expression, type: Node): Expression => {
    const set = isWhole ? chosenBy(call, of) : setAlone(of, has('defaults') ? [] : results.map((one) => namesSet(one, type)));
    return has('none') ? { kind: 'operator', operator: 'nulls-omitted', of: set } : set;
  };
  const shown = (of: Expression): Expression => (isWhole ? shownBy(source, definition, of, results) : of);
  const inside = definition?.inside ?? scope;
  const options = results.map((node) => (node === undefined ? literal(null) : readValue(source, inside, node)));
  if (declared !== undefined) {
    const of = typeOf(source, model === undefined ? inside : scope, declared);
    // beside a vague type (`dict`, `Any`) the returned value shows more, where it is known; a null is none of `dict`
    const mayBeNull = /^(?:Any|object)$/.test(lastName(declared) ?? '');
    const more = options.flatMap((value): Expression[] => {
      if (!mayBeNull && isNull(value)) return [];
      const keys: Expression = mayBeNull ? value : { kind: 'operator', operator: 'non-null', of: value };
      return [{ kind: 'operator', operator: 'first-known', of, keys }];
    });
    const isVague = more.length > 0 && saysNoMembers(declared);
    return trimmed(isVague ? { kind: 'union', options: more } : shown(of), declared);
  }
  if (definition === undefined) return undefined;
  if (results.length === 0) return definition.isGenerator ? unknown('it yields') : literal(null);
  return { kind: 'union', options };
}

/** Whether an option is read: names are left out of a model itself, as pydantic 2 has no such option for lists. */
function isReadOption(scope: Scope, name: string, value: Node, model: Node | undefined): boolean {
  if (/_exclude_(?:none|unset|defaults)$/.test(name)) return isTrue(value);
  const isClass = model?.kind === 'name' ? lookup(scope, model.name)?.binding.kind !== 'variable' : model?.kind === 'attribute';
  if (!isClass) return false;
  return name === 'response_model_by_alias' ? isFalse(value) : chosen(literal(null), value, undefined) !== undefined;
}

/** What `response_model_include`, `response_model_exclude` and `response_model_by_alias` make of a model. */
function chosenBy(call: Call, of: Expression): Expression {
  const left = chosen(of, keyword(call, 'response_model_include'), keyword(call, 'response_model_exclude')) ?? of;
  const named = keyword(call, 'response_model_by_alias');
  return named !== undefined && isFalse(named) ? { kind: 'operator', operator: 'source-names', of: left } : left;
}

/** Most results of one handler that say more than its declared type. */
const MAX_SHOWN = 4;

/** The declared type of a body, without null where each returned value surely has a member. */
function shownBy(
  source: Source,
  definition: FunctionDefinition | undefined,
  of: Expression,
  results: readonly (Node | undefined)[],
): Expression {
  const given = results.flatMap((node) => node ?? []);
  if (definition === undefined || given.length === 0 || given.length < results.length || given.length > MAX_SHOWN) return of;
  const options = given.map(
    (node): Expression => ({ kind: 'operator', operator: 'surely', of, keys: readValue(source, definition.inside, node) }),
  );
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: 'union', options };
}

/** The return annotation, unless it is a response class: FastAPI then sends the response as it is. */
function returnedModel(scope: Scope, { returns, results, inside }: FunctionDefinition): Node | undefined {
  if (returns === undefined || !isResponseType(scope, returns)) return returns;
  const made = results.find((node) => makesModel(inside, node));
  return made?.kind === 'call' && lastName(made.of) === lastName(returns) ? returns : undefined;
}

/** Only the members of a model that were set, if every result is an instance created in the `return` statement. */
function setAlone(of: Expression, results: readonly (readonly string[] | undefined)[]): Expression {
  const known = results.flatMap((names) => (names === undefined ? [] : [names]));
  if (known.length < results.length || known.length === 0) return { kind: 'operator', operator: 'unset-omitted', of };
  const options = known.map((names): Expression => {
    const keys: Expression = { kind: 'union', options: (names.length === 0 ? [''] : names).map(literal) };
    return { kind: 'operator', operator: 'unset-omitted', of, keys };
  });
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: 'union', options };
}

/** `Item(id=item_id)` of the model itself: `id`. */
function namesSet(node: Node | undefined, type: Node): readonly string[] | undefined {
  if (node?.kind !== 'call' || type.kind !== 'name' || node.of.kind !== 'name' || node.of.name !== type.name) return undefined;
  const names = node.arguments.flatMap(({ name, star }) => (name === undefined || star !== undefined ? [] : [name]));
  return names.length === node.arguments.length ? names : undefined;
}

function isDefault(name: string, value: Node): boolean {
  return value.kind === 'constant' && value.value === (name === 'response_model_by_alias');
}

const isFalse = (value: Node): boolean => value.kind === 'constant' && value.value === false;
const isTrue = (value: Node): boolean => value.kind === 'constant' && value.value === true;

function classOf(scope: Scope, node: Node | undefined): string | undefined {
  return node === undefined || originOf(scope, node) === undefined ? undefined : MEDIA[lastName(node) ?? ''];
}

/** `-> Response`, `-> JSONResponse`, `-> User | Response`. */
function isResponseType(scope: Scope, node: Node): boolean {
  if (node.kind === 'operation') return isResponseType(scope, node.left) || isResponseType(scope, node.right);
  if (node.kind === 'subscript')
    return node.items.some((item) => isResponseType(scope, item)) && /^(?:Union|Optional)$/.test(lastName(node.of) ?? '');
  const name = lastName(node) ?? '';
  return originOf(scope, node) !== undefined && (JSON_CLASS.test(name) || name in MEDIA);
}

function isResponse(scope: Scope, node: Node | undefined): boolean {
  if (node?.kind !== 'call') return false;
  const name = lastName(node.of) ?? '';
  return (JSON_CLASS.test(name) || name in MEDIA) && originOf(scope, node.of) !== undefined && !makesModel(scope, node);
}

/** `Response(identifier=task.id)`: a model of the service with the name of Starlette's class, but other parameters. */
const makesModel = (scope: Scope, node: Node | undefined): boolean =>
  node?.kind === 'call' &&
  !OF_LIBRARY.test(originOf(scope, node.of) ?? '') &&
  node.arguments.some(({ name }) => name !== undefined && !TAKEN.test(name));

/** Constructor parameters of Starlette's responses. */
const TAKEN =
  /^(?:content|status_code|headers|media_type|background|path|filename|stat_result|method|content_disposition_type|url|name|context|request|ping|sep)$/;

/** A library response created in the `return` statement. */
const isOfLibrary = (scope: Scope, node: Node | undefined): boolean =>
  node?.kind === 'call' && isResponse(scope, node) && OF_LIBRARY.test(originOf(scope, node.of) ?? '');

const OF_LIBRARY = /^(?:fastapi|starlette|sse_starlette)\b/;

type Surely = 'always' | 'perhaps';

/** Limit of analysed results of one function. */
const MAX_RESULTS = 60;

/** Whether a handler returns a response that is created elsewhere, which is also sent unchanged. */
function storedIn(definition: FunctionDefinition | undefined, scope: Scope): (node: Node | undefined, surely: Surely) => boolean {
  const isDeclared = definition?.returns !== undefined && isOnlyResponse(scope, definition.returns);
  return (node, surely) => !isResponse(scope, node) && (isDeclared || isStored(scope, node, surely));
}

/** `-> Response` of the library. */
const isOnlyResponse = (scope: Scope, type: Node): boolean =>
  (type.kind === 'name' || type.kind === 'attribute') &&
  isResponseType(scope, type) &&
  OF_LIBRARY.test(originOf(scope, type) ?? '');

/** A variable or parameter with a response, a function of the file that returns one, or a class of the file that is one. */
function isStored(scope: Scope, node: Node | undefined, surely: Surely, depth = 0): boolean {
  if (node === undefined || depth > 1) return false;
  const value = node.kind === 'await' ? node.of : node;
  const named = calleeOf(value);
  const binding = named.kind === 'name' ? lookup(scope, named.name)?.binding : undefined;
  const areStored = (inside: Scope, all: readonly (Node | undefined)[]): boolean => {
    const isOne = (one: Node | undefined): boolean => isOfLibrary(inside, one) || isStored(inside, one, surely, depth + 1);
    const some = all.slice(0, MAX_RESULTS);
    return surely === 'perhaps' ? some.some(isOne) : some.length > 0 && some.every(isOne);
  };
  if (value.kind !== 'call') {
    if (binding?.kind === 'variable') return areStored(scope, binding.values);
    const type = binding?.kind === 'parameter' ? binding.parameter.annotation : undefined;
    return type !== undefined && isOnlyResponse(scope, type);
  }
  if (binding?.kind === 'class')
    return binding.definition.arguments.some((base) => isOnlyResponse(binding.definition.outside, base.value));
  if (binding?.kind !== 'function') return false;
  const { returns, results, inside } = binding.definition;
  return returns === undefined ? areStored(inside, results) : isOnlyResponse(inside, returns);
}

/** A response created in the `return` statement. */
export function sentAsIs(source: Source, scope: Scope, node: Node | undefined): readonly Response[] {
  if (node?.kind !== 'call' || !isResponse(scope, node)) return [];
  const name = lastName(node.of) ?? '';
  const mediaType = JSON_CLASS.test(name) ? undefined : MEDIA[name];
  const given = keyword(node, 'status_code') ?? (name === 'RedirectResponse' ? undefined : argument(node, 1));
  const unread = isSpread(node) ? unknown('what its arguments hold is not read') : undefined;
  const status = statusArgument(given, unread ?? literal(name === 'RedirectResponse' ? 307 : 200));
  const isEmpty = status.kind === 'literal' && status.value === 204;
  const content = argument(node, 0, 'content');
  return [
    {
      status,
      ...(isEmpty ? { mediaType: 'none' } : mediaType === undefined ? {} : { mediaType }),
      body: content === undefined ? (unread ?? literal(null)) : readValue(source, scope, content),
      direct: true,
      at: source.at(node.start),
    },
  ];
}
