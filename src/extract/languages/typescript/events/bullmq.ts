import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { atOf } from '../at.js';
import { decoratorsOf, importedName } from '../decorators.js';
import { type FunctionNode, memberName } from '../names/names.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { classOfThis } from '../values/references.js';
import { readValue } from '../values/values.js';
import { elementsOf, messageAt, partOf, payloadTypes } from './event-parts.js';
import { handlerOf, madeWith } from './handlers.js';
import { isPart } from './parsed.js';
import { eventProfiles } from './profiles.js';
import { type Received, receivedIn } from './received.js';

/** Id of the extractor. */
const BY = 'typescript/bullmq';
const PACKAGES = /^(?:bullmq|bull|@nestjs\/bull(?:mq)?)$/;

/** Jobs of queues: https://docs.bullmq.io */
export const bullmq: Extractor<Source> = { ...eventProfiles.bullmq, extract };

function extract(source: Source): Extraction {
  const facts: Fact[] = [];
  const gaps: FileGap[] = [];
  for (const call of callsOf(source.tree)) {
    if (ts.isNewExpression(call)) facts.push(...workerOf(source, call));
    else {
      const found = calledOnQueue(source, call);
      if (found === undefined) continue;
      source.handled.add(call);
      if (found === 'unknown') gaps.push(unknownQueue(source, call));
      else facts.push(...found);
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) facts.push(...processorOf(source, node));
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return { facts, gaps };
}

/** `new Worker('emails', handler)`. */
function workerOf(source: Source, made: ts.NewExpression): readonly MessageSite[] {
  const origin = importedName(source, made.expression);
  const [queue, given] = made.arguments ?? [];
  if (origin.specifier !== 'bullmq' || origin.name !== 'Worker' || queue === undefined) return [];
  return handledBy(source, made, readValue(source, queue), handlerOf(source, given));
}

/** `queue.add('welcome', data)`; undefined: not a call on a queue. */
function calledOnQueue(source: Source, call: ts.CallExpression): readonly MessageSite[] | 'unknown' | undefined {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || !/^(?:add|addBulk|process)$/.test(callee.name.text)) return undefined;
  const queue = queueOf(source, callee.expression);
  if (queue === undefined) return undefined;
  if (queue === 'unknown') return 'unknown';
  const [first, second, third] = call.arguments;
  if (first === undefined) return [];
  if (callee.name.text === 'process') {
    const handler = handlerOf(source, call.arguments.at(-1));
    const job = ts.isStringLiteralLike(first) || second !== undefined ? readValue(source, first) : undefined;
    return handledBy(source, call, queue, handler, job?.kind === 'literal' && typeof job.value === 'string' ? job : undefined);
  }
  if (callee.name.text === 'addBulk') {
    return (elementsOf(source, first) ?? []).map((one) =>
      added(source, call, queue, partOf(source, one, 'name'), partOf(source, one, 'data')),
    );
  }
  // Bull also adds data without a name.
  const isNamed = second !== undefined && (third !== undefined || !ts.isObjectLiteralExpression(unwrap(first)));
  return [isNamed ? added(source, call, queue, first, second) : added(source, call, queue, undefined, first)];
}

function added(
  source: Source,
  call: ts.CallExpression,
  channel: Expression,
  name: ts.Expression | undefined,
  data: ts.Expression | undefined,
): MessageSite {
  const [event, payload] = [name && readValue(source, name), data && readValue(source, data)];
  return messageAt(source, call, { by: BY, direction: 'publish', channel, event, payload });
}

/** The name of the queue that an expression refers to; undefined: it is not a queue. */
function queueOf(source: Source, given: ts.Expression): Expression | 'unknown' | undefined {
  const made = madeWith(source, given);
  if (made !== undefined && ts.isNewExpression(made)) {
    const { specifier, name } = importedName(source, made.expression);
    const [queue] = made.arguments ?? [];
    return PACKAGES.test(specifier) && /^(?:Queue|default|\*)$/.test(name) && queue ? readValue(source, queue) : undefined;
  }
  const parameter = parameterOf(source, given);
  const injected = parameter && decoratorsOf(source, parameter).find(({ name }) => name === 'InjectQueue');
  const [queue] = injected?.arguments ?? [];
  if (queue !== undefined) return readValue(source, queue);
  const type = parameter?.type;
  const isQueue = type !== undefined && /\b(?:Queue|Bull)\b/.test(type.getText(source.tree));
  return isQueue || /queue$/i.test(given.getText(source.tree)) ? 'unknown' : undefined;
}

/** The parameter that a name refers to, or that declares a member in a constructor. */
function parameterOf(source: Source, given: ts.Expression): ts.ParameterDeclaration | undefined {
  const node = unwrap(given);
  if (ts.isIdentifier(node)) return lookup(source, node)?.nodes.find(ts.isParameter);
  if (!ts.isPropertyAccessExpression(node) || node.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  const owner = classOfThis(node);
  const made = owner?.members.find(ts.isConstructorDeclaration);
  return made?.parameters.find((one) => memberName(one.name) === node.name.text);
}

/** `@Processor('emails')`: its `process`, or each method with `@Process('welcome')`. */
function processorOf(source: Source, node: ts.ClassLikeDeclaration): readonly MessageSite[] {
  const processor = decoratorsOf(source, node).find(({ name, specifier }) => name === 'Processor' && PACKAGES.test(specifier));
  const [given] = processor?.arguments ?? [];
  if (given === undefined) return [];
  const channel = readValue(source, partOf(source, given, 'name') ?? given);
  return node.members.filter(ts.isMethodDeclaration).flatMap((method): readonly MessageSite[] => {
    const process = decoratorsOf(source, method).find(({ name }) => name === 'Process');
    const [job] = process?.arguments ?? [];
    if (process === undefined) return memberName(method.name) === 'process' ? handledBy(source, method, channel, method) : [];
    const event = job === undefined ? undefined : readValue(source, partOf(source, job, 'name') ?? job);
    return handledBy(source, method, channel, method, event);
  });
}

function handledBy(
  source: Source,
  node: ts.Node,
  channel: Expression,
  handler: FunctionNode | undefined,
  event?: Expression,
): readonly MessageSite[] {
  const received = handler === undefined ? [] : jobsOf(source, handler);
  const fact = (payload: Expression | undefined, name: Expression | undefined): MessageSite =>
    messageAt(source, node, { by: BY, direction: 'subscribe', channel, event: name, payload });
  const byName = received.filter(({ when }) => when !== undefined);
  if (event === undefined && byName.length > 0) return byName.map(({ type, when }) => fact(type, when));
  return [fact(payloadTypes(received.filter(({ when }) => when === undefined)), event)];
}

/** `Job<T>` is complete; otherwise the types that the handler gives to `job.data`. */
function jobsOf(source: Source, handler: FunctionNode): readonly Received[] {
  const [parameter] = handler.parameters;
  const type = parameter?.type;
  const data = type !== undefined && ts.isTypeReferenceNode(type) ? type.typeArguments?.[0] : undefined;
  const taken = receivedIn(source, handler, {
    isData: (node) => ts.isPropertyAccessExpression(node) && node.name.text === 'data' && isJob(node.expression, parameter),
    isSelector: (node) => ts.isPropertyAccessExpression(node) && isPart(node, 'name'),
  });
  if (taken.some(({ when }) => when !== undefined)) return taken;
  return data === undefined || data.kind === ts.SyntaxKind.AnyKeyword ? taken : [{ type: typeOf(source, data) }];
}

function isJob(node: ts.Expression, parameter: ts.ParameterDeclaration | undefined): boolean {
  return ts.isIdentifier(node) && (parameter === undefined || node.text === memberName(parameter.name));
}

function unknownQueue(source: Source, call: ts.CallExpression): FileGap {
  const direction = /\.process$/.test(call.expression.getText(source.tree)) ? 'subscribe' : 'publish';
  return {
    reason: 'dynamic-channel',
    detail: 'which queue this is cannot be read here',
    at: atOf(source, call),
    hides: { messages: direction },
  };
}
