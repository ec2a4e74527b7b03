/** The settings of a build's hooks. */
export interface HookSettings {
  /** The program that runs the scripts, as a shell finds it: absolute, or a name. */
  readonly node: string;
  /** The checklist that is checked when a session wants to end, relative to the workspace. */
  readonly requirements: string;
  /** Ids of milestones (`- ID:`) whose boxes count; empty: all boxes of the file. */
  readonly milestones: readonly string[];
  /** Whether completed tasks are checked (`task_completed_hook`). */
  readonly checkTasks: boolean;
  /** Whether TaskMaster's files are here. */
  readonly hasTaskFiles: boolean;
}

/** A hook's action in the settings of `claude`. https://code.claude.com/docs/en/hooks */
export type Handler =
  | { readonly type: 'command'; readonly command: string; readonly timeout: number; readonly async?: true }
  | { readonly type: 'agent'; readonly prompt: string; readonly timeout: number };

/** Handlers of an event, for matching tools (or agents); absent: all. */
export interface HandlerGroup {
  readonly matcher?: string;
  readonly hooks: readonly Handler[];
}

/** The hooks of a build, and their script files (TECH-004). */
export interface HookConfig {
  /** By event, as in `.claude/settings.local.json`. */
  readonly hooks: Readonly<Record<string, readonly HandlerGroup[]>>;
  /** Contents by path, relative to the workspace. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** One hook; each is a file in this folder. */
export interface Hook {
  /** Also the name of its script. */
  readonly name: string;
  readonly isOn: (settings: HookSettings) => boolean;
  /** By event. */
  readonly groups: (settings: HookSettings) => Readonly<Record<string, HandlerGroup>>;
  /** Without dependencies, for any maintained Node.js; absent: no script. */
  readonly script?: (settings: HookSettings) => string;
}

/** A separate folder, because scripts of the user may have the same names. */
export const HOOKS_FOLDER = '.claude/hooks/tallystick';

/** The script of a hook, relative to the workspace. */
export function scriptPath(name: string): string {
  return `${HOOKS_FOLDER}/${name}.mjs`;
}

/** Runs a hook's script. `claude` passes commands to a shell: on Windows to that of Git, which takes forward slashes. */
export function command({ node }: HookSettings, name: string, timeout: number): Handler {
  const program = process.platform === 'win32' ? node.replaceAll('\\', '/') : node;
  return { type: 'command', command: `${shellWord(program)} "$CLAUDE_PROJECT_DIR/${scriptPath(name)}"`, timeout };
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
