import { startClaude } from './claude-process.js';
import { claudeEnvironment } from './environment.js';
import type { ExecutionBackendOptions } from './options.js';

/** Limit of `claude --version` (TECH-010). */
const LONGEST_MS = 10_000;

/** The options needed to find `claude`. */
export type Surroundings = Pick<ExecutionBackendOptions, 'workspace' | 'env' | 'claude' | 'clock'>;

/** The output of `claude --version`; `undefined`: it is missing, fails, or does not answer within 10 seconds. */
export async function claudeVersion({ workspace, env, claude, clock }: Surroundings): Promise<string | undefined> {
  const { variables } = claudeEnvironment(env, workspace);
  const lines: string[] = [];
  const child = startClaude({
    command: claude ?? 'claude',
    args: ['--version'],
    cwd: workspace,
    environment: { variables },
    onLine: (line) => lines.push(line),
  });
  const over = new AbortController();
  let late = false;
  void clock.sleep(LONGEST_MS, over.signal).then(() => {
    if (over.signal.aborted) return;
    late = true;
    void child.end();
  });
  const { code } = await child.ended;
  over.abort();
  return code === 0 && !late ? (lines[0] ?? '') : undefined;
}

/** Whether `claude` can be run (TECH-010). */
export async function verifyClaude(surroundings: Surroundings): Promise<boolean> {
  return (await claudeVersion(surroundings)) !== undefined;
}

/** Whether agents need split panes that the terminal lacks: Windows Terminal (REQ-005). */
export function lacksSplitPanes({ env, config }: Pick<ExecutionBackendOptions, 'env' | 'config'>): boolean {
  return config.teammate_display_mode !== 'in-process' && (env.WT_SESSION ?? '') !== '';
}

/** Whether the environment asks for teams of agents. */
export function asksForTeams(env: ExecutionBackendOptions['env']): boolean {
  return env.CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS === '1';
}
