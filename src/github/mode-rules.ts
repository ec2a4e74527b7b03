import { QUESTIONS } from '../rules/change.js';
import type { Inputs } from './input-schema.js';

/** What says how a running service is called. */
const LIVE = ['base-url', 'headers', 'allow-writes', 'seed'] as const;
/** What says how a build is made. */
const BUILD = ['plan', 'resume', 'dry-run', 'max-cost', 'max-turns', 'max-minutes', 'test-command', 'model'] as const;
const OF_BUILDS = [...BUILD, 'build', 'apply', 'patch'] as const;
/** What only comparisons have. */
const COMPARED = ['shard', 'sheets', 'history', 'baseline', 'changed-since', 'output'] as const;

/** Which inputs a mode does not know, and which it cannot do without. */
const MODE_RULES: Readonly<
  Record<Inputs['mode'], { readonly needs?: keyof Inputs; readonly refuses: readonly (keyof Inputs)[] }>
> = {
  scan: { refuses: ['shard', 'sheets', 'result', 'history', ...LIVE, ...OF_BUILDS] },
  shard: { needs: 'shard', refuses: ['sheets', 'result', 'history', 'baseline', 'changed-since', ...LIVE, ...OF_BUILDS] },
  merge: { needs: 'sheets', refuses: ['shard', 'result', 'history', 'cache', ...LIVE, ...OF_BUILDS] },
  report: {
    needs: 'result',
    refuses: ['shard', 'sheets', 'history', 'cache', 'output', 'baseline', 'changed-since', ...LIVE, ...OF_BUILDS],
  },
  regression: { refuses: ['shard', 'sheets', 'result', 'baseline', 'changed-since', ...LIVE, 'patch'] },
  validate: { refuses: ['shard', 'sheets', 'result', 'history', ...OF_BUILDS] },
  build: { refuses: [...COMPARED, ...LIVE, 'result', 'patch', 'build'] },
  apply: { needs: 'patch', refuses: [...COMPARED, ...LIVE, ...BUILD, 'build'] },
};

/** What is wrong with inputs that are each well: sentences without a full stop. */
export function modeMistakes(inputs: Inputs): readonly string[] {
  const { needs, refuses } = MODE_RULES[inputs.mode];
  const missing = needs !== undefined && isEmpty(inputs[needs]) ? [`Mode ${inputs.mode} needs the input ${needs}`] : [];
  const failOn = inputs['fail-on'] ?? [];
  const worse =
    failOn.includes('worse') && inputs.mode !== 'regression'
      ? ['Input fail-on is worse, which only mode regression can tell']
      : [];
  const asked = QUESTIONS.filter((word) => failOn.includes(word));
  const unknowable = inputs.mode === 'regression' || inputs.mode === 'report';
  const unasked =
    asked.length > 0 && (unknowable || !inputs['compare-base'])
      ? [
          `Input fail-on names ${asked.join(', ')}, which ${unknowable ? `mode ${inputs.mode}` : 'a run with compare-base: false'} cannot tell`,
        ]
      : [];
  const contradicted =
    failOn.includes('never') && failOn.length > 1 ? ['Input fail-on is never, which goes with no other word'] : [];
  const files =
    inputs.mode === 'shard' && inputs.output.length > 1
      ? ['Mode shard writes one file, the fact sheet: the input output names more']
      : [];
  const vain =
    inputs.mode === 'validate' && inputs['base-url'] === undefined ? LIVE.filter((name) => !isEmpty(inputs[name])) : [];
  const wanted = inputs.mode === 'apply' ? ['commits', 'pull-request'] : ['none', 'patch'];
  const knows = !refuses.includes('apply');
  const applied =
    knows && inputs.apply !== undefined && !wanted.includes(inputs.apply)
      ? [`Input apply is ${inputs.apply}, which mode ${inputs.mode} has not: it is ${wanted.join(' or ')}`]
      : [];
  const unused =
    inputs.mode === 'regression' && !inputs.build
      ? [...BUILD, 'apply' as const]
          .filter((name) => !isEmpty(inputs[name]))
          .map((name) => `Input ${name} has no use without build`)
      : [];
  return [
    ...missing,
    ...applied,
    ...unused,
    ...worse,
    ...contradicted,
    ...unasked,
    ...files,
    ...vain.map((name) => `Input ${name} has no use without base-url`),
    ...refuses.filter((name) => !isEmpty(inputs[name])).map((name) => `Mode ${inputs.mode} has no use for the input ${name}`),
  ];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}
