import { ts } from 'ts-morph';
import { ABSENT, type Expression, isNull, literal, STRING } from '../../../../../facts/expression.js';
import type { Forward, Response } from '../../../../../facts/fact.js';
import { returnsOf } from '../../names/in-file.js';
import { type FunctionNode, typeName } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { declarationOf, initializerOf } from '../../names/scope.js';
import { branchesOf } from '../../sends/branches.js';
import { placeOf } from '../../sends/conditions.js';
import { type MediaType, typedBody, typeOfLink } from '../../sends/response-types.js';
import { forwardOf } from '../../sends/sends.js';
import type { Sends, Source } from '../../source.js';
import { typeOf } from '../../types/types.js';
import { unwrap } from '../../values/access-paths.js';
import { readValue } from '../../values/values.js';

const BINARY: Expression = { kind: 'scalar', type: 'string', format: 'binary' };

const TOOLKIT_NAMES = /^_?(?:h|toolkit|responseToolkit)$/;
const TOOLKIT_TYPES = /ResponseToolkit$/;
const ERRORS = /^(?:@hapi\/boom|boom|http-errors)$/;
/** Members of the toolkit that send nothing by themselves: https://hapi.dev/api/#response-toolkit */
const SIGNALS = /^(?:abandon|close|continue|context|realm|request|authenticated|unauthenticated|entity|state|unstate|symbols)$/;
const MAX_HOPS = 8;

interface Reading {
  readonly source: Source;
  readonly node: FunctionNode;
  readonly toolkit: ts.ParameterDeclaration;
  readonly responses: Response[];
  readonly forwards: Forward[];
  readonly seen: Set<ts.Node>;
  incomplete?: string;
}

/** One step of `h.response(x).code(201).type('text/csv')`. */
interface Step {
  readonly name: string;
  readonly arguments: readonly ts.Expression[];
  readonly node: ts.Node;
}

/** The responses that a handler in hapi's form, `(request, h) => …`, returns; undefined: it has no toolkit. */
export function toolkitSendsOf(source: Source, node: FunctionNode): Sends | undefined {
  const toolkit = node.parameters.find((one) => isToolkit(one));
  if (toolkit === undefined || node.body === undefined) return undefined;
  const reading: Reading = { source, node, toolkit, responses: [], forwards: [], seen: new Set() };
  for (const returned of returnsOf(node)) read(reading, returned, 0);
  const { responses, forwards, incomplete } = reading;
  return { responses, forwards, ...(incomplete !== undefined && { incomplete }) };
}

function isToolkit({ name, type }: ts.ParameterDeclaration): boolean {
  if (!ts.isIdentifier(name)) return false;
  if (type === undefined) return TOOLKIT_NAMES.test(name.text);
  return TOOLKIT_TYPES.test(typeName(type) ?? '');
}

function read(reading: Reading, given: ts.Expression, hops: number): void {
  const node = unwrap(given);
  if (hops > MAX_HOPS || reading.seen.has(node)) return;
  reading.seen.add(node);
  const again = (one: ts.Expression): void => read(reading, one, hops + 1);
  const branches = branchesOf(node);
  if (branches !== undefined) for (const branch of branches) again(branch);
  else if (ts.isIdentifier(node) && variableOf(reading, node) !== undefined) readVariable(reading, node, again);
  else readValueSent(reading, node);
}

/** The initializer of a variable that contains a response of the toolkit. */
function variableOf({ source, toolkit }: Reading, node: ts.Identifier): ts.Expression | undefined {
  const value = initializerOf(source, node);
  return value !== undefined && rootOf(source, value, toolkit) ? value : undefined;
}

/** `const response = h.response(x); response.code(201); return response`. */
function readVariable(reading: Reading, node: ts.Identifier, again: (one: ts.Expression) => void): void {
  const value = variableOf(reading, node);
  const declaration = declarationOf(reading.source, node);
  if (value === undefined || declaration === undefined) return;
  const steps = stepsOf(value);
  const more: Step[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isIdentifier(at) && at !== node && at.text === node.text && declarationOf(reading.source, at) === declaration) {
      const outermost = callsOn(at);
      if (outermost !== undefined) more.push(...stepsOf(outermost));
    }
    ts.forEachChild(at, visit);
  };
  if (reading.node.body !== undefined) visit(reading.node.body);
  if (steps.length === 0) again(value);
  else pushSteps(reading, [...steps, ...more], value);
}

/** The outermost call of a chain that begins with a name. */
function callsOn(name: ts.Identifier): ts.Expression | undefined {
  let at: ts.Expression = name;
  for (let access = at.parent; ts.isPropertyAccessExpression(access) && access.expression === at; access = at.parent) {
    if (!ts.isCallExpression(access.parent)) break;
    at = access.parent;
  }
  return at === name ? undefined : at;
}

function readValueSent(reading: Reading, node: ts.Expression): void {
  const { source } = reading;
  const place = placeOf(source, node);
  if (rootOf(source, node, reading.toolkit)) {
    pushSteps(reading, stepsOf(node), node);
    return;
  }
  if (isError(source, node)) return;
  const forward = ts.isCallExpression(node) && node.arguments.some((one) => isNamed(source, one, reading.toolkit));
  if (forward) {
    reading.forwards.push(...forwardOf(source, node).map((one) => ({ ...one, returned: true })));
    return;
  }
  const value = readValue(source, node);
  if (value.kind === 'absent') return;
  if (isNull(value)) reading.responses.push({ status: literal(204), mediaType: 'none', body: ABSENT, returned: true, ...place });
  else reading.responses.push({ status: literal(200), body: declaredOr(reading, value), returned: true, ...place });
}

/** The handler's declared result, which is more precise than a value that is not a literal. */
function declaredOr({ source, node }: Reading, value: Expression): Expression {
  if (node.type === undefined || ['object', 'tuple', 'literal', 'text'].includes(value.kind)) return value;
  if (/\b(?:ResponseObject|ReturnValue|Lifecycle|ResponseValue|void|any|unknown|object)\b/.test(node.type.getText(source.tree)))
    return value;
  return { kind: 'operator', operator: 'awaited', of: typeOf(source, node.type) };
}

/** The responses of `h.response(x).code(201)` and similar chains. */
function pushSteps(reading: Reading, steps: readonly Step[], node: ts.Expression): void {
  const [first, ...rest] = steps;
  if (first === undefined || SIGNALS.test(first.name)) return;
  const { source } = reading;
  const code = rest.findLast((one) => one.name === 'code')?.arguments[0];
  const type = rest
    .map((one) => typeOfLink(source, { name: one.name, arguments: one.arguments, node: one.node }))
    .findLast((one) => one !== undefined);
  const status = code && readValue(source, code);
  const sent = opened(reading, first, status, type);
  const isTakeover = rest.some(({ name }) => name === 'takeover');
  if (sent === undefined) return;
  reading.responses.push({ ...(isTakeover ? takenOver(sent) : sent), ...placeOf(source, node) });
  if (sent.status === undefined || sent.status.kind === 'unknown') reading.incomplete ??= 'a status is computed';
}

/** `.takeover()` sends a response wherever it is returned, also before the handler: https://hapi.dev/api/#-responsetakeover */
function takenOver({ returned: _, ...sent }: Omit<Response, 'at'>): Omit<Response, 'at'> {
  const { kind } = sent.body;
  const isText = kind === 'text' || (sent.body.kind === 'literal' && typeof sent.body.value === 'string');
  return isText && sent.mediaType === undefined ? { ...sent, ...typedBody('text/html', sent.body) } : sent;
}

function opened(
  reading: Reading,
  { name, arguments: given }: Step,
  code: Expression | undefined,
  type: MediaType | undefined,
): Omit<Response, 'at'> | undefined {
  const [first] = given;
  if (name === 'redirect') return { status: code ?? literal(302), mediaType: 'none', body: ABSENT };
  if (name === 'view') return { status: code ?? literal(200), mediaType: 'text/html', body: STRING };
  if (name === 'file') return { status: code ?? literal(200), mediaType: 'application/octet-stream', body: BINARY };
  if (name !== 'response') {
    reading.incomplete ??= `what h.${name} sends is not known`;
    return undefined;
  }
  if (first !== undefined && isError(reading.source, first)) return undefined;
  const value = first === undefined ? ABSENT : readValue(reading.source, unwrap(first));
  const isNone = value.kind === 'absent' || isNull(value);
  const isEmpty = code?.kind === 'literal' && (code.value === 204 || code.value === 304);
  if (isNone || isEmpty) return { status: code ?? literal(204), mediaType: 'none', body: ABSENT };
  const status = code ?? literal(200);
  if (type !== undefined && type !== 'application/json') return { status, ...typedBody(type, value) };
  return { status, body: value, ...(type === undefined ? { returned: true } : { rawTexts: true }) };
}

/** Does a chain of calls begin with the toolkit? */
function rootOf(source: Source, node: ts.Expression, toolkit: ts.ParameterDeclaration): boolean {
  let at = unwrap(node);
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at) || ts.isAwaitExpression(at)) at = unwrap(at.expression);
  return at !== unwrap(node) && isNamed(source, at, toolkit);
}

function isNamed(source: Source, node: ts.Expression, toolkit: ts.ParameterDeclaration): boolean {
  const at = unwrap(node);
  return ts.isIdentifier(at) && declarationOf(source, at) === toolkit;
}

/** The calls of a chain, in order. */
function stepsOf(node: ts.Expression): readonly Step[] {
  const steps: Step[] = [];
  let at = unwrap(node);
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at) || ts.isAwaitExpression(at)) {
    const callee = ts.isCallExpression(at) ? unwrap(at.expression) : undefined;
    if (ts.isCallExpression(at) && callee !== undefined && ts.isPropertyAccessExpression(callee)) {
      steps.unshift({ name: callee.name.text, arguments: [...at.arguments], node: callee.name });
      at = unwrap(callee.expression);
    } else if (ts.isPropertyAccessExpression(at) && SIGNALS.test(at.name.text)) {
      steps.unshift({ name: at.name.text, arguments: [], node: at.name });
      at = unwrap(at.expression);
    } else at = unwrap(at.expression);
  }
  return steps;
}

/** A Boom, or another error: it answers with its own status. */
function isError(source: Source, given: ts.Expression): boolean {
  const node = unwrap(given);
  if (ts.isIdentifier(node)) return /^_?(?:e|er|err|error|ex|exception|boom)$/i.test(node.text);
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  if (ERRORS.test(originOf(source, node.expression)?.specifier ?? '')) return true;
  const callee = unwrap(node.expression);
  const owner = ts.isPropertyAccessExpression(callee) ? callee.expression.getText(source.tree) : '';
  return /^boom$/i.test(owner) || (ts.isNewExpression(node) && ts.isIdentifier(callee) && /Error$/.test(callee.text));
}
