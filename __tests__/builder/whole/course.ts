import { folderOf } from '../../temporary-folder.js';
import { saying } from '../agent-report/sample.js';
import type { StubScenario, StubStep } from '../stub-claude/stub-home.js';
import { type Building, building, QUICK } from './building.js';
import { FILES, FIRST_ALONE, milestoneCalls, SMALL_WORKSPACE } from './small-plan.js';

export type Calls = NonNullable<StubScenario['calls']>;

/** What of a workspace the first milestone alone needs. */
export const FIRST_WORKSPACE = { ...SMALL_WORKSPACE, ...FIRST_ALONE };

/** The first milestone, in which some calls go otherwise: those that come first count as often as they say. */
export function first(calls: Calls, args: readonly string[] = QUICK, files: Readonly<Record<string, string>> = {}) {
  return again(folderOf({ ...FIRST_WORKSPACE, ...files }), calls, args);
}

/** As `first`, in a folder that is there. */
export function again(workspace: string, calls: Calls, args: readonly string[] = QUICK): Promise<Building> {
  return building({ strict: true, calls: [...calls, ...milestoneCalls('milestone-1')] }, { args, workspace });
}

/** What ended, in order: `step part outcome`. */
export function course(built: Building): readonly string[] {
  return built.events().flatMap((event) => {
    if (event.event !== 'task-ended') return [];
    const { outcome } = event.verdict as { readonly outcome: string };
    return [`${event.step} ${event.part === 'own' ? '' : `${event.part} `}${outcome}`];
  });
}

/** What the developer does in a call, with a contract that says what a fix says. */
export function working(...steps: readonly StubStep[]): StubStep[] {
  const EVIDENCE_COMMANDS = ['node --test => exit 1', 'node --test => exit 0'];
  return [...steps, { say: saying('builder', { FILES_MODIFIED: ['src/app.js'], EVIDENCE_COMMANDS }) }];
}

/** The service of a milestone with a remark, so that it is another text each time. */
export function fixed(mark = 'fixed', of: keyof typeof FILES = 'milestone-1'): StubStep {
  return { write: { file: 'src/app.js', text: `${FILES[of].app}// ${mark}\n` } };
}

/** A hunter that stops a milestone whatever is done, and all who then try in vain. */
export function hopeless(of: keyof typeof FILES = 'milestone-1'): Calls {
  const stop = { BLOCKING: true, REQUIRES_REMEDIATION: true, REMEDIATION_REASON: 'a secret is logged', CRITICAL_ISSUES: 1 };
  const EVIDENCE_COMMANDS = ['node --test => exit 0'];
  return [
    {
      ...{ agent: 'build-hunter', prompt: `Milestone ${of} ` },
      do: [{ say: saying('hunter', { EVIDENCE_COMMANDS, STATUS: 'ISSUES_FOUND', ...stop }) }],
    },
    ...['once', 'twice', 'again'].map((mark) => ({
      ...{ agent: 'build-developer', prompt: 'REM-FIX', times: 1, do: working(fixed(mark, of)) },
    })),
    { agent: 'build-investigator', do: [{ say: saying('investigator', { EVIDENCE_COMMANDS }) }] },
    { agent: 'build-live-reviewer', do: [{ say: saying('live-reviewer') }] },
  ];
}
