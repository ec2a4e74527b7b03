/** A stream that text is written to. */
export interface Output {
  readonly write: (text: string) => void;
  /** A terminal: progress and colours are for it alone. */
  readonly isTTY: boolean;
  /** Width of the terminal in characters, where it has one. */
  readonly columns?: number;
}

/** Everything outside that a command may touch besides files: handed in, so that tests need no process. */
export interface Io {
  /** Results. */
  readonly stdout: Output;
  /** Everything else. */
  readonly stderr: Output;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks the user; absent where nobody can answer: input or output is no terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /**
   * Aborted by Ctrl-C. Who asks for it ends by itself then, with 130, and in order; a command that does not ask is ended at once.
   * Absent: nobody interrupts.
   */
  readonly interruption?: () => AbortSignal;
  /** How this program is started; absent: as the name it is installed under. */
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
  /** For readers: what holds when it is not given. */
  readonly default?: string;
}

/**
 * What the user typed: operands in order, and options by their long name in camel case (`--base-path` is `basePath`).
 * A repeatable option is a list of texts (absent when not given), one with a value a text, a switch a boolean
 * (`--no-cache` is `cache: false`, and `cache: true` when not given).
 */
export interface Arguments {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** A command of the tool. Its module imports nothing heavy at the top: what is heavy is loaded in `run`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** As shown in help: `[dir]`, `<sheet...>`; absent: it takes none. */
  readonly operands?: string;
  readonly options: readonly Option[];
  readonly examples: readonly { readonly command: string; readonly does: string }[];
  /** Exit code. Throws UserError for mistakes of the user's (exit 2); anything else thrown is a bug (exit 3). */
  readonly run: (given: Arguments, io: Io) => Promise<number>;
}

/** The text of an option with a value, if it was given. */
export function textOption(given: Arguments, name: string): string | undefined {
  const value = given.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of a repeatable option. */
export function listOption(given: Arguments, name: string): readonly string[] {
  const value = given.options[name];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** A switch: `--quiet`, `--no-cache` (named `cache`). */
export function switchOption(given: Arguments, name: string, otherwise: boolean): boolean {
  const value = given.options[name];
  return typeof value === 'boolean' ? value : otherwise;
}
