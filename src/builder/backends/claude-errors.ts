/** Why a call of `claude` failed. */
export type ClaudeCause =
  | (typeof TABLE)[number]['cause']
  | 'not-found'
  | 'timeout'
  | 'interrupted'
  | 'killed'
  | 'no-result'
  | 'failed';

/** A failed call, for people and decisions. */
export interface ClaudeFailure {
  readonly cause: ClaudeCause;
  /** Its own message, one line; may be empty. */
  readonly message: string;
  /** What users can do, one sentence. */
  readonly advice: string;
  /** A retry cannot help. */
  readonly final: boolean;
}

/** The evidence for a cause. */
export interface ClaudeSigns {
  /** Its answer, if that is an error, and its error output. */
  readonly text: string;
  /** `error_max_turns`, `prompt_too_long`, `authentication_failed` and others of its stream. */
  readonly words?: readonly string[];
  /** Of the API's answer. */
  readonly status?: number | undefined;
}

interface Row {
  readonly cause: string;
  readonly words?: readonly string[];
  readonly statuses?: readonly number[];
  readonly texts?: readonly RegExp[];
  readonly advice: string;
  readonly final: boolean;
}

const SIGN_IN = 'Set ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN, or sign in with `claude` once.';

/** The first matching row counts. Texts are those of `claude` 2.1.329 and of the API; each row has a test. */
export const TABLE = [
  {
    cause: 'max-turns',
    words: ['error_max_turns', 'max_turns'],
    texts: [/reached maximum number of turns/i],
    final: false,
    advice: 'Allow more turns, or make the task smaller.',
  },
  {
    cause: 'budget',
    words: ['error_max_budget_usd', 'budget_exhausted'],
    texts: [/reached maximum budget/i],
    final: true,
    advice: 'Allow a higher cost, or make the task smaller.',
  },
  {
    cause: 'context-too-long',
    words: ['prompt_too_long'],
    texts: [/prompt is too long/i, /exceeds? (?:the )?(?:context|maximum) (?:window|length)/i],
    final: true,
    advice: 'Make the milestone smaller: the prompt does not fit into the model of the agent.',
  },
  {
    cause: 'signed-out',
    texts: [/not logged in/i, /please run \/login/i, /login (?:has )?expired/i, /oauth token (?:has expired|revoked)/i],
    final: true,
    advice: SIGN_IN,
  },
  {
    cause: 'credit',
    words: ['billing_error'],
    texts: [/credit balance is too low/i, /usage limit reached/i, /out of (?:extra )?usage/i],
    final: true,
    advice: 'Add credit to the account, or wait until its limit is reset.',
  },
  {
    cause: 'root-refused',
    texts: [/cannot be used with root/i],
    final: true,
    advice: 'Run as another user, or with the permission mode acceptEdits.',
  },
  {
    cause: 'unknown-agent',
    texts: [/' not found\. available agents/i, /agent type not found/i],
    final: true,
    advice: 'Its definition is missing below .claude/agents of the workspace.',
  },
  {
    cause: 'unknown-model',
    words: ['model_not_found'],
    texts: [/issue with the selected model/i, /unknown model/i, /may not exist or you may not have access/i],
    final: true,
    advice: 'Name another model, or leave it to the default.',
  },
  {
    cause: 'old-version',
    texts: [/unknown option/i, /argument '[^']{0,100}' is invalid/i, /needs? an update/i, /update (?:to|is required)/i],
    final: true,
    advice: 'Update it: `npm install --global @anthropic-ai/claude-code`.',
  },
  {
    cause: 'invalid-key',
    words: ['authentication_failed'],
    statuses: [401, 403],
    texts: [/invalid (?:x-)?api[ -]key/i, /failed to authenticate/i, /authentication_error/i],
    final: true,
    advice: `The key or token is not accepted. ${SIGN_IN}`,
  },
  {
    cause: 'rate-limit',
    words: ['rate_limit'],
    statuses: [429],
    texts: [/rate.?limit/i, /too many requests/i],
    final: false,
    advice: 'Wait, or let fewer agents work at once (max_teammates).',
  },
  {
    cause: 'overloaded',
    words: ['overloaded', 'server_error'],
    statuses: [500, 502, 503, 504, 529],
    texts: [/overloaded/i, /internal server error/i],
    final: false,
    advice: 'The service is busy: try again later.',
  },
  {
    cause: 'network',
    words: ['connection_error', 'unknown'],
    texts: [
      /unable to connect/i,
      /connection error/i,
      /ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN/,
      /fetch failed/i,
      /socket hang up/i,
      /certificate/i,
      /request timed out/i,
    ],
    final: false,
    advice: 'Check the network, ANTHROPIC_BASE_URL and the proxy variables.',
  },
] as const satisfies readonly Row[];

/** Causes without texts. */
const OTHERS: Readonly<Record<Exclude<ClaudeCause, (typeof TABLE)[number]['cause']>, Omit<Row, 'cause'>>> = {
  'not-found': { advice: 'Install it: `npm install --global @anthropic-ai/claude-code`.', final: true },
  timeout: { advice: 'Allow more time (task_timeout_seconds), or make the task smaller.', final: false },
  interrupted: { advice: 'Continue with `--resume`.', final: true },
  killed: { advice: 'Something ended it: memory may have run out.', final: false },
  'no-result': { advice: 'It ended without an answer.', final: false },
  failed: { advice: 'See what it said.', final: false },
};

/** Longest reported line of `claude`. */
const LONGEST = 500;
/** Only this many characters are searched. */
const LOOKED_AT = 8_000;

/** The cause that the evidence shows; without one `failed`. */
export function failureOf(signs: ClaudeSigns): ClaudeFailure {
  const text = signs.text.slice(0, LOOKED_AT);
  const row =
    TABLE.find((each: Row) => each.words?.some((word) => signs.words?.includes(word)) === true) ??
    TABLE.find((each: Row) => each.texts?.some((pattern) => pattern.test(text)) === true) ??
    TABLE.find((each: Row) => signs.status !== undefined && each.statuses?.includes(signs.status) === true);
  return row === undefined
    ? failure('failed', text)
    : { cause: row.cause, message: lineOf(text), advice: row.advice, final: row.final };
}

/** A failure with another evidence than texts. */
export function failure(cause: keyof typeof OTHERS, text = ''): ClaudeFailure {
  return { cause, message: lineOf(text), ...OTHERS[cause] };
}

/** One or two sentences for people. */
export function sentenceOf({ cause, message, advice }: ClaudeFailure): string {
  return `${cause}${message === '' ? '' : `: ${message}`}. ${advice}`;
}

function lineOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  // Callers append the full stop.
  return line.endsWith('.') ? line.slice(0, -1) : line;
}
