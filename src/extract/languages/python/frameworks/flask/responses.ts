import type { Expression } from '../../../../../facts/expression.js';
import type { Response, Route } from '../../../../../facts/fact.js';
import { answeredBy, dataOf, type Responder } from '../../answers.js';
import { encodedIn } from '../../json-texts.js';
import { statusOf } from '../../known-calls.js';
import { isTrue } from '../../schemas/field-types.js';
import { decoratedBy } from '../../schemas/marshmallow.js';
import { isList, marshalled } from '../../schemas/restful.js';
import { type FunctionDefinition, lookup, onlyValue, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { statusIn } from '../../statuses.js';
import { argument, calledName, calleeOf, keyword, lastName, type Node, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { mayChange, throughDecorators } from '../../wrappers.js';

/**
 * The response that Flask creates from a view's return value
 * (https://flask.palletsprojects.com/en/stable/quickstart/#about-responses): dictionaries and lists are JSON, texts are HTML, a
 * tuple adds status and headers.
 *
 * @param registeredAt start of the registering call; absent: the view is a method of a class
 */
export function returnedBy(
  source: Source,
  definition: FunctionDefinition | undefined,
  registeredAt?: number,
): Pick<Route, 'responses' | 'incomplete' | 'handler'> {
  if (definition === undefined) return { responses: [], incomplete: 'its handler is not read' };
  const changing = decoratorsOfClass(definition).find((one) => mayChange(definition.inside, one));
  if (changing !== undefined)
    return {
      responses: [],
      incomplete: `${lastName(calleeOf(changing)) ?? 'a decorator'} may change what it returns`,
    };
  const responder = restfulFor(definition);
  const answered = marshalledBy(source, definition, responder) ?? answeredBy(source, definition, responder ?? FLASK);
  return throughDecorators(
    source,
    definition,
    registeredAt ?? definition.start,
    answered,
    (one) => marshals(one) || (responder !== undefined && documents(one)),
  );
}

/** Entries of `decorators` (Flask views) or `method_decorators` (Flask-RESTful resources). */
function decoratorsOfClass({ owner }: FunctionDefinition): readonly Node[] {
  const given = owner?.fields.find(({ name }) => name === 'decorators' || name === 'method_decorators')?.value;
  if (given === undefined) return [];
  return given.kind === 'list' || given.kind === 'tuple' ? given.items : [given];
}

type Call = Extract<Node, { kind: 'call' }>;

/**
 * The response that a decorator's schema creates from the return value: `@marshal_with(schema)` (flask-apispec),
 * `@blp.response(200, Schema)` (Flask-Smorest), `@app.output(Schema)` (APIFlask), `@ns.marshal_with(model)` (Flask-RESTX and
 * Flask-RESTful).
 */
function marshalledBy(
  source: Source,
  definition: FunctionDefinition,
  restful: Responder | undefined,
): Pick<Route, 'responses' | 'incomplete' | 'handler'> | undefined {
  const scope = definition.inside.parent ?? definition.inside;
  const calls = marshallingOf(definition);
  const [first] = calls;
  if (first === undefined) return undefined;
  // in Flask-RESTful and Flask-RESTX the decorator closest to the function applies
  const [closest] = calls.filter((call) => isRestful(scope, call.of)).toReversed();
  if (closest !== undefined) return answeredBy(source, definition, marshalling(scope, closest, restful ?? RESTFUL));
  const { inside, results } = definition;
  // a returned response object is sent unchanged
  const direct = results.filter((node) => isMade(inside, node));
  const own = direct.map((node) => responseOf(source, inside, node));
  const others = direct.length === 0 ? results : results.filter((node) => !direct.includes(node));
  const groups = results.length === 0 ? [[]] : distinctStatuses(others).map((one) => [one]);
  const responses = calls.flatMap((call) => groups.map((group) => schemaResponse(source, scope, call, group)));
  return {
    responses: [...responses, ...own.flatMap((one) => one ?? [])],
    ...(own.includes(undefined) && { incomplete: 'it returns a response of its own' }),
  };
}

/** One result for each status that is returned with a value. */
function distinctStatuses(results: FunctionDefinition['results']): FunctionDefinition['results'] {
  const byStatus = new Map(results.map((node) => [JSON.stringify(statusReturned([node])), node] as const));
  return [...byStatus.values()];
}

/** `jsonify(book)`, `make_response(...)`, `Response(...)`, also with a status. */
function isMade(scope: Scope, node: Node | undefined): boolean {
  const body = node?.kind === 'tuple' ? node.items[0] : node;
  const made = body?.kind === 'name' ? onlyValue(lookup(scope, body.name)?.binding) : body;
  return made?.kind === 'call' && /^(?:jsonify|make_response|Response|redirect|send_file)$/.test(lastName(made.of) ?? '');
}

const known = new WeakMap<FunctionDefinition, readonly Call[]>();

/** Asked for each route of a view, of which thousands of decorators may register one each. */
function marshallingOf(definition: FunctionDefinition): readonly Call[] {
  const calls = known.get(definition) ?? definition.decorators.filter(marshals);
  known.set(definition, calls);
  return calls;
}

/** Decorators that transform the return value of a view. `response` of Flask-RESTX with a text only documents it. */
function marshals(node: Node): node is Call {
  const name = node.kind === 'call' ? lastName(node.of) : undefined;
  if (node.kind !== 'call' || name === undefined || !MARSHALS.test(name)) return false;
  return name !== 'response' || !isDescribed(node);
}

const MARSHALS = /^(?:marshal_with|marshal_list_with|response|output)$/;

/** `@ns.response(404, 'Not found', error)`. */
function isDescribed(call: Call): boolean {
  const second = argument(call, 1);
  return second?.kind === 'text' || call.arguments.filter(({ name }) => name === undefined).length > 2;
}

/** Flask-RESTX decorators that only document. */
const documents = (node: Node): boolean =>
  /^(?:response|doc|expect|param|header|produces|deprecated|hide|vendor|payload|errorhandler)$/.test(calledName(node));

function schemaResponse(source: Source, scope: Scope, call: Call, results: FunctionDefinition['results']): Response {
  const name = lastName(call.of) ?? '';
  // APIFairy has the schema first (https://apifairy.readthedocs.io/en/latest/decorators.html)
  const isSecond = name === 'response' && !/^apifairy\b/.test(originOf(scope, call.of) ?? '');
  const schema = isSecond ? argument(call, 1, 'schema') : argument(call, 0, name === 'marshal_with' ? 'fields' : 'schema');
  const given = isSecond
    ? argument(call, 0, 'status_code')
    : (keyword(call, 'code') ?? keyword(call, 'status_code') ?? argument(call, 1, 'status_code'));
  // a status returned with the value takes precedence
  const isReturned = results.some((node) => node?.kind === 'tuple' && node.items[1]?.kind !== 'dict');
  const isKnown = given !== undefined && !isReturned;
  const status = isKnown ? (statusOf(given) ?? unknown('its status is not read')) : statusReturned(results);
  const at = source.at(call.start);
  const isEmpty = status.kind === 'literal' && (status.value === 204 || status.value === 304);
  if (schema !== undefined && !isEmpty) {
    const isOther = schema.kind === 'dict' || keyword(call, 'envelope') !== undefined;
    return {
      status,
      body: isOther ? unknown('what its fields make of it is not worked out') : decoratedBy(source, scope, schema),
      at,
    };
  }
  return {
    status,
    ...(isEmpty ? { mediaType: 'none' } : {}),
    body: isEmpty ? literal(null) : unknown('what it returns is not read'),
    at,
  };
}

/** Flask-RESTful and Flask-RESTX describe responses in dictionaries of fields. */
function isRestful(scope: Scope, node: Node): boolean {
  return (
    /^flask_rest/.test(originOf(scope, node) ?? '') || (node.kind === 'attribute' && /^marshal_(?:list_)?with$/.test(node.name))
  );
}

/** The status of a view that returns `value, 201`, if all its results have the same one. */
function statusReturned(results: FunctionDefinition['results']): Expression {
  const all = results.map((node) =>
    node?.kind === 'tuple' && node.items[1]?.kind !== 'dict' ? statusOf(node.items[1]) : literal(200),
  );
  const [first] = all;
  if (first === undefined) return results.length === 0 ? literal(200) : unknown('its status is not read');
  return all.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : unknown('its status is not always the same');
}

/** The responder for Flask-RESTful and Flask-RESTX resources, where texts and None are JSON too. */
function restfulFor({ owner }: FunctionDefinition): Responder | undefined {
  const bases = owner?.arguments.filter(({ name }) => name === undefined) ?? [];
  return bases.some(({ value }) => /Resource$/.test(lastName(value) ?? '')) ? RESTFUL : undefined;
}

export const FLASK: Responder = {
  respond: (...given) => responseOf(...given),
  data: (...given) => returnedData(...given),
  library: /^(?:flask|werkzeug|quart)\b/,
};

const RESTFUL: Responder = {
  ...FLASK,
  respond: (source, scope, node) => {
    const [value, status] = node?.kind === 'tuple' ? node.items : [node];
    if (node !== undefined && value?.kind === 'constant' && value.value === null) {
      const given = status === undefined ? literal(200) : statusIn(source, scope, status);
      const isEmpty = given.kind === 'literal' && given.value === 204;
      return { status: given, body: literal(null), ...(isEmpty && { mediaType: 'none' }), at: source.at(node.start) };
    }
    const sent = responseOf(source, scope, node);
    if (sent?.mediaType !== 'text/html') return sent;
    const { mediaType: _, ...json } = sent;
    return json;
  },
};

/** A responder that applies a Flask-RESTful or Flask-RESTX decorator to all results of a view. */
function marshalling(outside: Scope, call: Call, responder: Responder): Responder {
  const fields = argument(call, 0, 'fields');
  const isMany = lastName(call.of) === 'marshal_list_with' || isTrue(keyword(call, 'as_list'));
  return {
    ...responder,
    respond: (source, scope, node) => {
      const [value, status] = node?.kind === 'tuple' ? node.items : [node];
      const body =
        fields === undefined
          ? unknown('its fields are not read')
          : marshalled(source, outside, { call, fields, value, inside: scope, isMany });
      const given =
        status === undefined || status.kind === 'dict' ? statusGiven(source, scope, value) : statusIn(source, scope, status);
      return { status: given, body, at: source.at(call.start) };
    },
  };
}

/** The status without an explicit one: the returned value may be a tuple with a status. */
function statusGiven(source: Source, scope: Scope, value: Node | undefined): Expression {
  if ((value?.kind !== 'call' && value?.kind !== 'name') || isList(scope, value)) return literal(200);
  const of: Expression = {
    kind: 'operator',
    operator: 'first-known',
    of: { kind: 'object', members: [] },
    keys: readValue(source, scope, value),
  };
  const keys: readonly Expression[] = [literal('[]'), unknown('it may be a tuple with a status'), literal(200)];
  return { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items: keys } };
}

const TUPLE = unknown('it may be a list, or a tuple with a status');

/** The data of a call; a list may be a tuple with a status. */
function returnedData(source: Source, scope: Scope, node: Node | undefined): Response | undefined {
  const body = node === undefined ? undefined : dataOf(source, scope, node, TUPLE);
  return body === undefined || node === undefined
    ? undefined
    : { status: statusSetOn(source, scope, node), ...body, at: source.at(node.start) };
}

function responseOf(source: Source, scope: Scope, node: Node | undefined): Response | undefined {
  if (node === undefined) return undefined;
  const dumped = dumpedResponse(source, scope, node);
  if (dumped !== undefined) return dumped;
  const made = madeResponse(scope, node);
  if (made !== undefined) return responseOf(source, scope, made);
  const parts = node.kind === 'tuple' ? node.items : [node];
  const [body, status] = parts;
  if (body === undefined) return undefined;
  const other = otherResponse(source, scope, body);
  if (other !== undefined)
    return status === undefined || status.kind === 'dict' ? other : { ...other, status: statusIn(source, scope, status) };
  const sent = bodyOf(source, scope, body) ?? (node.kind === 'tuple' ? dataOf(source, scope, body, TUPLE) : undefined);
  if (sent === undefined) return undefined;
  const given =
    status === undefined || status.kind === 'dict' ? statusSetOn(source, scope, body) : statusIn(source, scope, status);
  const isEmpty = given.kind === 'literal' && given.value === 204;
  return { status: given, ...sent, ...(isEmpty ? { mediaType: 'none' } : {}), at: source.at(node.start) };
}

/** `response.status_code = 201`; without that 200. */
function statusSetOn(source: Source, scope: Scope, body: Node): Expression {
  const all = body.kind === 'name' ? (scope.statuses.get(body.name) ?? []) : [];
  const [only] = all;
  if (only === undefined) return literal(200);
  return all.length === 1 && only.sure && only.value !== undefined
    ? statusIn(source, scope, only.value)
    : unknown('its status is not always the same');
}

/**
 * Responses other than JSON: `redirect(url)`, `send_file(path)`, `Response(status=204)`, `Response(text, mimetype='text/csv')`.
 */
function otherResponse(source: Source, scope: Scope, node: Node): Response | undefined {
  const [, name] = node.kind === 'call' ? (OTHERS.exec(originOf(scope, node.of) ?? '') ?? []) : [];
  if (node.kind !== 'call' || name === undefined || node.arguments.some(({ star }) => star !== undefined)) return undefined;
  const at = source.at(node.start);
  const text: Expression = { kind: 'scalar', type: 'string' };
  const given = name === 'redirect' ? argument(node, 1, 'code') : name === 'Response' ? argument(node, 1, 'status') : undefined;
  const fallback = literal(name === 'redirect' ? 302 : 200);
  const status = given === undefined ? fallback : statusIn(source, scope, given);
  if (name === 'redirect') return { status, mediaType: 'none', body: literal(null), at };
  const type =
    keyword(node, 'mimetype') ?? keyword(node, 'content_type') ?? (name === 'Response' ? argument(node, 3) : undefined);
  const mediaType = type === undefined ? (name === 'Response' ? 'text/html' : 'application/octet-stream') : plainText(type);
  // headers may set the media type
  if (mediaType === undefined || /json/.test(mediaType) || keyword(node, 'headers') !== undefined) return undefined;
  const isEmpty = name === 'Response' && argument(node, 0, 'response') === undefined;
  return isEmpty ? { status, mediaType: 'none', body: literal(null), at } : { status, mediaType, body: text, at };
}

const OTHERS = /^(?:flask|werkzeug|quart)(?:\.\w+)*\.(redirect|send_file|send_from_directory|Response)$/;

function bodyOf(source: Source, scope: Scope, node: Node): Pick<Response, 'body' | 'mediaType'> | undefined {
  if (node.kind === 'await') return bodyOf(source, scope, node.of);
  if (node.kind === 'dict' || node.kind === 'list' || node.kind === 'comprehension')
    return { body: readValue(source, scope, node) };
  if (node.kind === 'text') return { body: { kind: 'scalar', type: 'string' }, mediaType: 'text/html' };
  if (node.kind === 'name') {
    const binding = lookup(scope, node.name)?.binding;
    const stored = onlyValue(binding);
    return stored?.kind === 'dict' || stored?.kind === 'list' || isJsonify(scope, stored) || isDump(stored)
      ? stored && namedBody(source, scope, node, stored)
      : undefined;
  }
  if (node.kind !== 'call') return undefined;
  if (isDump(node)) return { body: readValue(source, scope, node) };
  if (isJsonify(scope, node)) return { body: jsonified(source, scope, node) };
  if (lastName(node.of) === 'render_template') return { body: { kind: 'scalar', type: 'string' }, mediaType: 'text/html' };
  return undefined;
}

function namedBody(source: Source, scope: Scope, node: Node, stored: Node): Pick<Response, 'body'> {
  return {
    body: stored.kind === 'call' && isJsonify(scope, stored) ? jsonified(source, scope, stored) : readValue(source, scope, node),
  };
}

/** `schema.dump(value)`, `schema.jsonify(value)`. */
function isDump(node: Node | undefined): boolean {
  return (
    node?.kind === 'call' &&
    node.of.kind === 'attribute' &&
    /^(?:dump|jsonify)$/.test(node.of.name) &&
    /schema/i.test(lastName(node.of.of.kind === 'call' ? node.of.of.of : node.of.of) ?? '')
  );
}

/** `make_response(value, 201)` equals the tuple of its arguments. */
function madeResponse(scope: Scope, node: Node): Node | undefined {
  if (node.kind !== 'call' || lastName(node.of) !== 'make_response' || originOf(scope, node.of) === undefined) return undefined;
  const items = node.arguments.flatMap(({ name, star, value }) => (name === undefined && star === undefined ? [value] : []));
  if (items.length !== node.arguments.length || items.length === 0) return undefined;
  return { kind: 'tuple', items, start: node.start, end: node.end };
}

/** `Response(json.dumps(value), 201, mimetype='application/json')`. */
function dumpedResponse(source: Source, scope: Scope, node: Node): Response | undefined {
  if (node.kind !== 'call' || !/^(?:flask|werkzeug|quart)(?:\.\w+)*\.Response$/.test(originOf(scope, node.of) ?? ''))
    return undefined;
  const type = plainText(keyword(node, 'mimetype') ?? keyword(node, 'content_type') ?? argument(node, 3));
  if (type === undefined || !/^application\/(?:[\w.-]{1,80}\+)?json(?:;|$)/.test(type)) return undefined;
  const encoded = encodedIn(scope, argument(node, 0, 'response'));
  const given = argument(node, 1, 'status');
  return {
    status: given === undefined ? literal(200) : statusIn(source, scope, given),
    body: encoded === undefined ? unknown('the JSON of a text is not read') : readValue(source, encoded.scope, encoded.node),
    at: source.at(node.start),
  };
}

function isJsonify(scope: Scope, node: Node | undefined): boolean {
  return node?.kind === 'call' && lastName(node.of) === 'jsonify' && originOf(scope, node.of) !== undefined;
}

/** `jsonify(value)`, `jsonify(a=1, b=2)`, `jsonify(1, 2)`. */
function jsonified(source: Source, scope: Scope, call: Extract<Node, { kind: 'call' }>): Expression {
  const [first] = call.arguments;
  if (call.arguments.length === 1 && first !== undefined && first.name === undefined && first.star === undefined)
    return readValue(source, scope, first.value);
  if (call.arguments.some((one) => one.star === 1 || (one.name === undefined && one.star === undefined)))
    return { kind: 'array', items: unknown('several values') };
  return {
    kind: 'object',
    members: call.arguments.map((one) =>
      one.name === undefined
        ? { kind: 'spread', value: readValue(source, scope, one.value) }
        : { kind: 'property', name: one.name, value: readValue(source, scope, one.value), at: source.at(one.value.start) },
    ),
  };
}
