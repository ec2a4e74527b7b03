import { z } from 'zod';
import { parseShare } from '../model/share.js';
import { amounts, choice, toggle } from './input-kinds.js';
import { PUBLISH, type Published } from './scan-inputs.js';

const amount = (name: 'cost' | 'turns' | 'minutes') =>
  z
    .string()
    .transform((text) => `${name}=${text}`)
    .pipe(amounts([name]))
    .optional();

/**
 * Inputs of earlier versions, which work until the next minor version. No `action.yml` lists them: a runner passes undeclared
 * inputs, too, with its own warning that lists the known ones.
 */
export const oldInputs = {
  check: toggle().optional(),
  comment: choice(['findings', 'always', 'never']).optional(),
  suggestions: toggle().optional(),
  annotations: toggle().optional(),
  summary: toggle().optional(),
  'code-scanning': toggle().optional(),
  issue: toggle().optional(),
  'max-cost': amount('cost'),
  'max-turns': amount('turns'),
  'max-minutes': amount('minutes'),
  baseline: z.string().optional(),
  'max-violations': z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1')
    .transform(Number)
    .optional(),
  'min-decided': z
    .string()
    .transform(parseShare)
    .refine((share) => share !== undefined, 'must be a share such as 0.5 or 50%')
    .optional(),
  infer: choice(['on', 'off'])
    .transform((word) => word === 'on')
    .optional(),
  'compare-base': toggle().optional(),
};

const oldSchema = z.object(oldInputs);
export type OldInputs = z.output<typeof oldSchema>;

/** Switches that the input `publish` replaces. */
const SWITCHES = ['check', 'comment', 'suggestions', 'annotations', 'summary', 'code-scanning', 'issue'] as const;
const LIMITS = ['max-cost', 'max-turns', 'max-minutes'] as const;
/** Inputs that have a replacement. */
export const REPLACED = [...SWITCHES, ...LIMITS] as const;
/** Old input -> the option of `.tallystick.yml` that replaces it. */
const CONFIGURED = {
  baseline: 'baseline',
  'max-violations': 'max_violations',
  'min-decided': 'min_decided',
  infer: 'infer',
  'compare-base': 'compare_base',
} as const;

type Budget = Partial<Record<'cost' | 'turns' | 'minutes', number>>;

/** The current inputs that a step sets. */
interface New {
  readonly publish?: readonly Published[] | undefined;
  readonly budget?: Budget | undefined;
}

/** Inputs of earlier versions, translated to current ones. */
export interface Translated extends New {
  /** What the author should write instead, a sentence each. */
  readonly warnings: readonly string[];
  /** Sentences without a full stop. */
  readonly mistakes: readonly string[];
}

/**
 * Translates inputs of earlier versions.
 *
 * @param usual where the mode publishes by default
 */
export function translated(old: OldInputs, given: New, usual: readonly Published[]): Translated {
  const [switches, limits] = [namesIn(old, SWITCHES), namesIn(old, LIMITS)];
  const publish = switches.length === 0 ? given.publish : publishOf(old, usual);
  const budget = limits.length === 0 ? given.budget : Object.assign({}, ...limits.map((name) => old[name]));
  const amountsOf = Object.entries(budget ?? {}).map(([name, value]) => `${name}=${value}`);
  return {
    publish,
    budget,
    warnings: [
      ...replaced(switches, `\`publish: ${publish?.join(', ')}\``),
      ...replaced(limits, `\`budget: ${amountsOf.join(', ')}\``),
      ...namesIn(old, keysOf(CONFIGURED)).flatMap((name) =>
        replaced([name], `\`${CONFIGURED[name]}: ${old[name]}\` in .tallystick.yml, which the input overrides until then`),
      ),
    ],
    mistakes: [
      ...(given.publish === undefined ? [] : contradicted('publish', switches)),
      ...(given.budget === undefined ? [] : contradicted('budget', limits)),
    ],
  };
}

function publishOf(old: OldInputs, usual: readonly Published[]): readonly Published[] {
  const comment = old.comment ?? (usual.includes('comment') ? 'findings' : 'never');
  const all = PUBLISH.filter((name) => {
    if (name === 'comment') return comment === 'findings';
    if (name === 'comment-always') return comment === 'always';
    return name !== 'none' && (old[name] ?? usual.includes(name));
  });
  return all.length === 0 ? ['none'] : all;
}

function replaced(names: readonly string[], by: string): readonly string[] {
  const [is, goes] = names.length === 1 ? ['is', 'stops'] : ['are', 'stop'];
  return names.length === 0
    ? []
    : [`${inputs(names)} ${is} deprecated and ${goes} working in the next minor version: write ${by}.`];
}

function contradicted(name: string, old: readonly string[]): readonly string[] {
  return old.length === 0 ? [] : [`Input ${name} replaces ${old.join(', ')}: give one or the other`];
}

const inputs = (names: readonly string[]): string => `Input${names.length === 1 ? '' : 's'} ${names.join(', ')}`;

function namesIn<const Name extends keyof OldInputs>(old: OldInputs, names: readonly Name[]): readonly Name[] {
  return names.filter((name) => old[name] !== undefined);
}

function keysOf<const Key extends string>(of: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(of) as Key[];
}
