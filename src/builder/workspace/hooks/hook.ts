/** What the hooks of a build are made from. */
export interface HookSettings {
  /** The program that runs the scripts, as a shell finds it: absolute, or a name. */
  readonly node: string;
  /** The checklist that is looked at when a session wants to end, relative to the workspace. */
  readonly requirements: string;
  /** Ids of milestones (`- ID:`) whose boxes count; empty: all boxes of the file. */
  readonly milestones: readonly string[];
  /** Whether a task is looked at before it counts as completed (`task_completed_hook`). */
  readonly checkTasks: boolean;
  /** Whether TaskMaster keeps its files here. */
  readonly hasTaskFiles: boolean;
}

/** What `claude` runs, as its settings say it. https://code.claude.com/docs/en/hooks */
export type Handler =
  | { readonly type: 'command'; readonly command: string; readonly timeout: number; readonly async?: true }
  | { readonly type: 'agent'; readonly prompt: string; readonly timeout: number };

/** Handlers of an event, for tools (or agents) that fit; absent: all. */
export interface HandlerGroup {
  readonly matcher?: string;
  readonly hooks: readonly Handler[];
}

/** The hooks of a build, and the files that they run (seed 000, TECH-004). */
export interface HookConfig {
  /** By event, as `.claude/settings.local.json` has them. */
  readonly hooks: Readonly<Record<string, readonly HandlerGroup[]>>;
  /** Contents by path, relative to the workspace. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** One hook: a file in this folder each. */
export interface Hook {
  /** Also the name of its script. */
  readonly name: string;
  readonly isOn: (settings: HookSettings) => boolean;
  /** By event. */
  readonly groups: (settings: HookSettings) => Readonly<Record<string, HandlerGroup>>;
  /** Without dependencies, for any Node.js that is maintained; absent: it runs no script. */
  readonly script?: (settings: HookSettings) => string;
}

/** A folder of our own: scripts of the user may have the same names. */
export const HOOKS_FOLDER = '.claude/hooks/tallystick';

/** The script of a hook, relative to the workspace. */
export function scriptPath(name: string): string {
  return `${HOOKS_FOLDER}/${name}.mjs`;
}

/** Runs the script of a hook. `claude` hands commands to a shell: on Windows to that of Git, which takes forward slashes. */
export function command({ node }: HookSettings, name: string, timeout: number): Handler {
  const program = process.platform === 'win32' ? node.replaceAll('\\', '/') : node;
  return { type: 'command', command: `${shellWord(program)} "$CLAUDE_PROJECT_DIR/${scriptPath(name)}"`, timeout };
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
