import type { Expression } from '../../../../../facts/expression.js';
import type { BodyHook, ResponseTransform } from '../../../../../facts/fact.js';
import { REWRITES } from '../../../../../model/rewrites.js';
import { passesAnswersOn } from '../../bodies/decorating.js';
import { callableName } from '../../bodies/functions.js';
import { endOf } from '../../bodies/reading.js';
import type { Body } from '../../bodies/variables.js';
import { moduleOf } from '../../naming-settings.js';
import { lambdaAt, referenceAt } from '../../routing/context-handlers.js';
import { at, type Source, scopeOf, unknown, value } from '../../source.js';
import { type Tokens, tokenAt } from '../../tokens.js';
import { typeOf } from '../../types.js';
import type { Range } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';

/**
 * Armeria's own decorators that log, measure, refuse or compress, and so change no decoded body.
 * https://armeria.dev/docs/server/decorator/
 */
const HARMLESS =
  /^(?:Logging|ContentPreviewing|Cors|Auth|MetricCollecting|Brave|Observation|Encoding|Decoding|Throttling|ConcurrencyLimiting|RequestContextExporting|HealthCheck)Service$/;
const MAX_FOLLOWED = 5;

const THROUGH = unknown(REWRITES.filter);
/** The body after decorators that are not analysed. */
export const DECORATED = unknown('a decorator may write it otherwise');

/** The change of bodies by a decorator; undefined if it does not change them. */
export function decorated(body: Body, range: Range, depth = 0): BodyHook | undefined {
  const { source } = body;
  const { tokens } = source.unit;
  const from = tokenAt(tokens, range.from).text === 'new' ? range.from + 1 : range.from;
  const name = tokenAt(tokens, from).text;
  if (HARMLESS.test(name) && isArmeria(source, name)) return undefined;
  const lambda = lambdaAt(tokens, range);
  if (lambda !== undefined) {
    if (passesAnswersOn(tokens, lambda.inner)) return undefined;
    // `delegate -> new Audited(delegate)`
    return depth < MAX_FOLLOWED && isMade(tokens, lambda.inner) ? decorated(body, lambda.inner, depth + 1) : { through: THROUGH };
  }
  if (range.to === range.from + 1) {
    const stored = depth < MAX_FOLLOWED ? storedIn(tokens, name) : undefined;
    return stored === undefined ? { through: THROUGH } : decorated(body, stored, depth + 1);
  }
  const unless = /^[A-Z]/.test(name) ? serving(body, from, range) : referenceAt(body, range);
  return { through: THROUGH, ...(unless !== undefined && { unless }) };
}

const isArmeria = ({ unit: { imports } }: Source, name: string): boolean =>
  imports.some(({ path, all }) => path.startsWith('com.linecorp.armeria.') && (all || path.endsWith(`.${name}`)));

const isMade = (tokens: Tokens, { from }: Range): boolean => /^(?:new|[A-Z]\w*)$/.test(tokenAt(tokens, from).text);

/** The first value of a variable of the file. */
function storedIn(tokens: Tokens, name: string): Range | undefined {
  const sets = firstSet.get(tokens) ?? new Map<string, number>();
  if (!firstSet.has(tokens))
    for (const [index, { text }] of tokens.list.entries())
      if (tokenAt(tokens, index + 1).text === '=' && !sets.has(text)) sets.set(text, index);
  firstSet.set(tokens, sets);
  const index = sets.get(name);
  return index === undefined ? undefined : { from: index + 2, to: endOf(tokens, index + 2, tokens.list.length) };
}
/** The first assignments of the names in a file. */
const firstSet = new WeakMap<Tokens, Map<string, number>>();

/** `serve` of the class in `new X(…)`, `X::new`, `X.newDecorator()`, `X.class` or `X(…)`, or the method in `X::m`. */
function serving({ source, decl }: Body, from: number, { to }: Range): Expression {
  const { tokens } = source.unit;
  let end = from + 1;
  while (tokenAt(tokens, end).text === '.' && /^[A-Z]/.test(tokenAt(tokens, end + 1).text)) end += 2;
  const words = tokens.list.slice(from, Math.min(end, from + MAX_FOLLOWED * 2)).map(({ text }) => text);
  const last = tokenAt(tokens, to - 1).text;
  const isReference = tokenAt(tokens, to - 2).text === '::' && !/^(?:new|class)$/.test(last);
  const name = isReference ? last : 'serve';
  const own = source.types.get(words.join(''));
  const method = own?.methods.find((one) => one.name === name);
  if (method !== undefined) return value(callableName(own, method));
  const of = typeOf(source, scopeOf(decl), { name: words.join(''), arguments: [], nullable: false });
  return { kind: 'member', of, name: `${name}()` };
}

/** The fact of a decorator: for the whole service, or for one router and its children. */
export function wrapOf(source: Source, index: number, hook: BodyHook, router?: Expression): ResponseTransform {
  const where = router === undefined ? { scope: moduleOf(source.path) } : { router, below: true };
  return { kind: 'wrap', by: frameworkProfiles.armeria.id, ...where, ...hook, past: true, at: at(source, index) };
}
