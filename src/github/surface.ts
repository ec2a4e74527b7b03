import { QUESTIONS } from '../rules/change.js';
import { buildInputs } from './build-inputs.js';
import { listed } from './input-kinds.js';
import type { GivenInputs } from './input-schema.js';
import { type Published, scanInputs } from './scan-inputs.js';

type Mode = GivenInputs['mode'];
/** A current input. */
type Name = keyof typeof scanInputs | keyof typeof buildInputs;

/** The inputs and defaults of a mode. */
interface Surface {
  readonly needs?: Name;
  /** Its inputs, besides those that all modes have. */
  readonly takes: readonly Name[];
  /** Where it publishes by default. */
  readonly publishes: readonly Published[];
}

const ALL = ['token', 'publish', 'check-name'] as const;
const SERVICE = ['directory', 'contracts', 'service'] as const;
const CODE = [...SERVICE, 'base-path', 'config', 'depth'] as const;
/** Inputs for calling a running service. */
const LIVE = ['base-url', 'headers', 'allow-writes', 'seed'] as const;
/** Inputs for a build. */
const BUILD = ['plan', 'resume', 'dry-run', 'budget', 'test-command', 'model'] as const;

const SCAN = [...CODE, 'fail-on', 'changed-since', 'cache', 'output'] as const;
const FINDINGS = ['check', 'comment', 'suggestions', 'annotations', 'summary'] as const;
const RESULT = ['check', 'comment', 'summary'] as const;

/** The main action has the modes `scan` and `validate`; each other one is an action in a folder of its name. */
const SURFACES: Readonly<Record<Mode, Surface>> = {
  scan: { takes: SCAN, publishes: FINDINGS },
  validate: { takes: [...SCAN, ...LIVE], publishes: FINDINGS },
  shard: { needs: 'shard', takes: ['shard', ...CODE, 'cache', 'output'], publishes: RESULT },
  merge: { needs: 'sheets', takes: ['sheets', ...CODE, 'fail-on', 'changed-since', 'output'], publishes: FINDINGS },
  report: { needs: 'result', takes: ['result', 'fail-on'], publishes: RESULT },
  regression: {
    takes: [...CODE, 'fail-on', 'history', 'history-branch', 'cache', 'output', 'build', ...BUILD, 'on-breaker', 'apply'],
    publishes: [...RESULT, 'annotations', 'issue'],
  },
  build: { takes: [...CODE, 'cache', ...BUILD, 'on-breaker', 'apply'], publishes: RESULT },
  apply: { needs: 'patch', takes: ['patch', 'result', 'apply', ...SERVICE], publishes: RESULT },
};

/** Inputs that have a value in each mode, or that no mode without a use for them ever rejected. */
const HARMLESS: readonly Name[] = [...CODE, 'mode', 'fail-on', 'history-branch', 'on-breaker'];

/** The inputs of a mode. */
export function inputsOf(mode: Mode): readonly Name[] {
  return [...SURFACES[mode].takes, ...ALL];
}

/** Where a mode publishes by default. */
export function publishesOf(mode: Mode): readonly Published[] {
  return SURFACES[mode].publishes;
}

/** Whether a mode is a separate action, in a folder of its name. */
export function hasOwnAction(mode: Mode): boolean {
  return mode !== 'scan' && mode !== 'validate';
}

/** Mistakes in the combination of valid inputs: sentences without a full stop. */
export function modeMistakes(inputs: GivenInputs): readonly string[] {
  const { mode } = inputs;
  const { needs } = SURFACES[mode];
  const isGiven = (name: Name): boolean => !isEmpty(inputs[name]);
  const known = [...inputsOf(mode), ...HARMLESS];
  const names = [...Object.keys(scanInputs), ...Object.keys(buildInputs)] as Name[];
  const vain = mode === 'validate' && !isGiven('base-url') ? LIVE.filter(isGiven) : [];
  const unused = mode === 'regression' && !inputs.build ? [...BUILD, 'apply' as const].filter(isGiven) : [];
  return [
    ...(needs !== undefined && !isGiven(needs) ? [`Mode ${mode} needs the input ${needs}`] : []),
    ...appliedMistakes(inputs),
    ...unused.map((name) => `Input ${name} has no use without build`),
    ...failOnMistakes(inputs),
    ...publishMistakes(inputs),
    ...(mode === 'shard' && inputs.output.length > 1
      ? ['Mode shard writes one file, the fact sheet: the input output names more']
      : []),
    ...vain.map((name) => `Input ${name} has no use without base-url`),
    ...names
      .filter((name) => !known.includes(name) && isGiven(name))
      .map((name) => `Mode ${mode} has no use for the input ${name}`),
  ];
}

function appliedMistakes({ mode, apply }: GivenInputs): readonly string[] {
  const requested = mode === 'apply' ? ['commits', 'pull-request'] : ['none', 'patch'];
  if (!inputsOf(mode).includes('apply') || apply === undefined || requested.includes(apply)) return [];
  return [`Input apply is ${apply}, which mode ${mode} has not: it is ${listed(requested)}`];
}

function failOnMistakes({ mode, 'fail-on': failOn = [] }: GivenInputs): readonly string[] {
  const asked = mode === 'regression' ? QUESTIONS.filter((word) => failOn.includes(word)) : [];
  return [
    ...(failOn.includes('worse') && mode !== 'regression' ? ['Input fail-on is worse, which only mode regression can tell'] : []),
    ...(failOn.includes('never') && failOn.length > 1 ? ['Input fail-on is never, which goes with no other word'] : []),
    ...(asked.length > 0 ? [`Input fail-on names ${asked.join(', ')}, which mode regression cannot tell`] : []),
  ];
}

function publishMistakes({ mode, publish = [] }: GivenInputs): readonly string[] {
  const usual = publishesOf(mode);
  const known: readonly Published[] = [
    ...usual.flatMap((name) => (name === 'comment' ? [name, 'comment-always' as const] : [name])),
    ...(usual === FINDINGS ? ['code-scanning' as const] : []),
    'none',
  ];
  const unknown = publish.filter((name) => !known.includes(name));
  return [
    ...(publish.includes('none') && publish.length > 1 ? ['Input publish is none, which goes with no other word'] : []),
    ...(unknown.length > 0
      ? [`Input publish names ${unknown.join(', ')}, which mode ${mode} has not: it is ${listed(known)}`]
      : []),
  ];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}
