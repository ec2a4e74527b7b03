import type { Phase } from '../agent-names.js';
import type { Engines } from '../agents/engines.js';

interface Step {
  readonly name: string;
  readonly phase: Phase;
  readonly text: string;
  /** Added when an engine is on (REQ-060A). */
  readonly asked?: { readonly needs: keyof Engines; readonly text: (service: string) => string };
}

const STEPS: readonly Step[] = [
  {
    name: 'Analysis',
    phase: 'analyst',
    text: 'Read what is asked for and what is there. Every requirement gets an acceptance criterion that a test can decide.',
    asked: {
      needs: 'contractEngine',
      text: (service) =>
        `Query Contract Engine for all contracts with provider_service or consumer_service matching this milestone's service_name (\`${service}\`).`,
    },
  },
  {
    name: 'Design',
    phase: 'architect',
    text: 'Write `specs/requirements.md` and `specs/architecture.md`: modules, their borders, and the contracts they keep.',
  },
  {
    name: 'Tests',
    phase: 'test-writer',
    text: 'Write tests for every requirement of the specs, and see them fail for the right reason.',
  },
  {
    name: 'Implementation',
    phase: 'developer',
    text: 'Write the least code that makes the tests pass, module by module.',
    asked: {
      needs: 'registration',
      text: (service) =>
        `After creating each new file, call register_artifact(file_path, service_name) via Codebase Intelligence MCP, with \`${service}\` as service_name.`,
    },
  },
  {
    name: 'Verification',
    phase: 'qa',
    text: 'Build, lint and test the whole project; check each acceptance criterion by what it does.',
  },
  {
    name: 'Integration Verification',
    phase: 'qa',
    text: 'Start what was built and use it the way its callers will.',
    asked: {
      needs: 'validation',
      text: () =>
        'For each SVC-xxx contract implemented in this milestone, call validate_endpoint() and report CONTRACT-001 violations.',
    },
  },
  {
    name: 'Review',
    phase: 'reviewer',
    text: 'Look for what tests do not show: security, performance, quality, drift from the specs.',
  },
  {
    name: 'Repair',
    phase: 'developer',
    text: 'Only when sent back with findings: fix each, with a test that failed before.',
  },
  {
    name: 'Delivery',
    phase: 'delivery',
    text: 'Write how to install, run and use it; sum up what was built.',
  },
];

/** The nine steps of a milestone, with the reader's own marked. */
export function workflowText(of: {
  readonly service: string;
  readonly engines: Engines;
  readonly phase?: Phase | undefined;
  readonly planFile?: string | undefined;
}): string {
  const { service, engines, phase, planFile } = of;
  const lines = STEPS.map(({ name, phase: whose, text, asked }, index) => {
    const mine = phase === whose ? ' (yours)' : '';
    const more = asked !== undefined && engines[asked.needs] ? ` ${asked.text(service)}` : '';
    return `${index + 1}. ${name}${mine}: ${text}${more}`;
  });
  return [
    'MILESTONE WORKFLOW',
    ...lines,
    ...(phase === undefined
      ? []
      : ['Do your own steps only: each of the others is done by an agent of its own, before or after you.']),
    ...(planFile !== undefined && phase === 'analyst'
      ? [`Your answer is saved as \`${planFile}\`: name that path as PLAN_FILE and as the one entry of CLAIMED_ARTIFACTS.`]
      : []),
  ].join('\n');
}
