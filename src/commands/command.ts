export interface Output {
  readonly write: (text: string) => void;
  /** A terminal: only it gets progress and colours. */
  readonly isTTY: boolean;
  /** Width of the terminal in characters, where it has one. */
  readonly columns?: number;
}

/** The outside of a command besides files; a parameter, so that tests need no process. */
export interface Io {
  /** Results. */
  readonly stdout: Output;
  /** Everything else. */
  readonly stderr: Output;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks the user; absent when input or output is not a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /**
   * Aborted by Ctrl-C. A command that calls it must exit by itself, with 130; other commands are killed at once.
   * Absent: no interruption.
   */
  readonly interruption?: () => AbortSignal;
  /** How this program was started; absent: by its installed name. */
  readonly self?: { readonly command: string; readonly args: readonly string[] };
}

/** One option, as commander reads it: `--contract <file>`, `--no-cache`, `-o, --out <file>`. */
export interface Option {
  readonly flags: string;
  /** One line for help and README. */
  readonly description: string;
  /** May be given several times; its value is then a list. */
  readonly repeatable?: boolean;
  readonly choices?: readonly string[];
  /** For help: the effect when the option is absent. */
  readonly default?: string;
}

/**
 * The parsed command line: operands in order, and options by their long name in camel case (`--base-path` is `basePath`).
 * A repeatable option is a list of texts (absent when not given), an option with a value a text, a switch a boolean
 * (`--no-cache` is `cache: false`, and `cache: true` when not given).
 */
export interface Arguments {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** A command. Its module imports nothing heavy at the top; `run` loads that. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** As shown in help: `[dir]`, `<sheet...>`; absent: it takes none. */
  readonly operands?: string;
  readonly options: readonly Option[];
  readonly examples: readonly { readonly command: string; readonly does: string }[];
  /** Returns the exit code. Throws UserError for mistakes of the user (exit 2); other errors are bugs (exit 3). */
  readonly run: (given: Arguments, io: Io) => Promise<number>;
}

export function textOption(given: Arguments, name: string): string | undefined {
  const value = given.options[name];
  return typeof value === 'string' ? value : undefined;
}

export function listOption(given: Arguments, name: string): readonly string[] {
  const value = given.options[name];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** A switch: `--quiet`, `--no-cache` (named `cache`). */
export function switchOption(given: Arguments, name: string, otherwise: boolean): boolean {
  const value = given.options[name];
  return typeof value === 'boolean' ? value : otherwise;
}
