import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Sending } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { SENDER } from '../../../sender-names.js';
import { atOf } from '../at.js';
import { isFunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { insideOf } from './event-parts.js';
import { handlerOf } from './handlers.js';
import { eventProfiles } from './profiles.js';

/** Calls of functions that may be a service's own wrappers to publish and handle events. */
export const senders: Extractor<Source> = { ...eventProfiles.senders, extract };

/** More calls in one file are not hand-written. */
const MAX_CALLS = 500;
const MAX_ARGUMENTS = 5;

function extract(source: Source): Extraction {
  const facts: Fact[] = [];
  for (const call of callsOf(source.tree)) {
    if (facts.length >= MAX_CALLS) break;
    if (!ts.isCallExpression(call) || source.handled.has(call) || call.arguments.length === 0) continue;
    if (call.arguments.length > MAX_ARGUMENTS || call.arguments.some(ts.isSpreadElement)) continue;
    const fact = sendingOf(source, call);
    if (fact !== undefined) facts.push(fact);
  }
  return { facts, gaps: [] };
}

function sendingOf(source: Source, call: ts.CallExpression): Sending | undefined {
  const callee = unwrap(call.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';
  if (!SENDER.test(name) || !mayBeOwn(source, callee)) return undefined;
  const inside = insideOf(source, call);
  const takes = call.arguments.flatMap((given, index) => {
    const type = takenType(source, given);
    return type === undefined ? [] : [{ index, type }];
  });
  return {
    kind: 'sending',
    callable: readValue(source, callee),
    given: call.arguments.map((given) => readValue(source, given)),
    ...(takes.length === 0 ? {} : { takes }),
    ...(inside === undefined ? {} : { inside }),
    at: atOf(source, call),
  };
}

/** Skips functions of a package: the extractors of that package handle them. */
function mayBeOwn(source: Source, callee: ts.Expression): boolean {
  const specifier = originOf(source, callee)?.specifier;
  if (specifier !== undefined) return /^(?:\.|[~#@]\/|\/|src\/|@\w+\/)/.test(specifier);
  if (!ts.isPropertyAccessExpression(callee)) return true;
  const root = unwrap(callee.expression);
  return !(ts.isIdentifier(root) && /^(?:res|response|reply|ctx|window|document|console|Promise|axios|fetch)$/.test(root.text));
}

/** The declared type of a function argument's first parameter. */
function takenType(source: Source, given: ts.Expression): Expression | undefined {
  const node = unwrap(given);
  if (!isFunctionNode(node) && !ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node) && !ts.isCallExpression(node))
    return undefined;
  const type = handlerOf(source, given)?.parameters[0]?.type;
  return type === undefined ? undefined : typeOf(source, type);
}
