import type { Spent } from './backend.js';
import { type Changed, FileChanges } from './file-changes.js';
import { amountOf, contentText, type Fields, fieldsOf, listOf, parsedLine, textOf } from './message.js';

/** Longest stored answer, its end. */
const LONGEST_TEXT = 2_000_000;
/** Limit of reported refused calls. */
const MOST_DENIALS = 100;
const LONGEST_DOING = 200;

/** The end of a session, by its own message. */
export interface SessionResult {
  readonly isError: boolean;
  /** The last answer; of an error, its message. */
  readonly text: string;
  /** `success`, `error_max_turns` ... */
  readonly subtype: string;
  /** `completed`, `api_error`, `prompt_too_long` ... */
  readonly reason: string;
  /** Status of the API's answer, if that was the error. */
  readonly status: number | undefined;
}

/** A failed request to the API that `claude` will repeat. */
export interface ApiRetry {
  readonly attempt: number;
  readonly status: number | undefined;
  /** `rate_limit`, `authentication_failed` ... */
  readonly error: string;
}

/** Events of a running session. */
export interface StreamEvents {
  /** One line: a tool and its argument. `parent`: the call that started the agent; empty: the session itself. */
  readonly onDoing?: (doing: string, parent: string) => void;
  readonly onRetry?: (retry: ApiRetry) => void;
  readonly onResult?: (result: SessionResult) => void;
  /** Every message, after it was processed. */
  readonly onMessage?: (message: Fields) => void;
}

/**
 * Processes the lines of `claude --output-format stream-json --verbose`: actions, files, cost and result. Other lines are
 * counted and dropped.
 */
export class SessionStream {
  readonly #files: FileChanges;
  readonly #events: StreamEvents;
  readonly #turns = new Set<string>();
  readonly #denials: string[] = [];
  #result: SessionResult | undefined;
  #over = false;
  #retry: ApiRetry | undefined;
  #last = '';
  #cost = 0;
  #reportedTurns = 0;
  #strange = 0;

  /** @param workspace absolute and real */
  constructor(workspace: string, events: StreamEvents = {}) {
    this.#files = new FileChanges(workspace);
    this.#events = events;
  }

  /** The last one; a session that goes on after a result has several. */
  get result(): SessionResult | undefined {
    return this.#result;
  }

  /** Whether its last message was a result. */
  get over(): boolean {
    return this.#over;
  }

  /** The last retry without a later message. */
  get retry(): ApiRetry | undefined {
    return this.#retry;
  }

  /** The agent's last message. */
  get text(): string {
    return this.#result !== undefined && !this.#result.isError && this.#result.text !== '' ? this.#result.text : this.#last;
  }

  get changed(): Changed {
    return this.#files.changed;
  }

  /** Only results contain the cost; an interrupted session has turns and no cost. */
  get spent(): Spent {
    return { cost: this.#cost, turns: Math.max(this.#reportedTurns, this.#turns.size) };
  }

  /** Refused tool calls. */
  get denials(): readonly string[] {
    return this.#denials;
  }

  /** Number of lines that are not messages. */
  get strange(): number {
    return this.#strange;
  }

  take(line: string): void {
    const message = parsedLine(line);
    if (message === undefined) {
      this.#strange += 1;
      return;
    }
    if (message.type === 'assistant' || message.type === 'user') this.#over = false;
    if (message.type === 'assistant') this.#takeAssistant(message);
    else if (message.type === 'user') this.#takeUser(message);
    else if (message.type === 'result') this.#takeResult(message);
    else if (message.type === 'system' && message.subtype === 'api_retry') this.#takeRetry(message);
    this.#events.onMessage?.(message);
  }

  #takeAssistant(message: Fields): void {
    const { id, content, model } = fieldsOf(message.message);
    const parent = textOf(message.parent_tool_use_id);
    this.#retry = undefined;
    // Messages of the program itself are no turns.
    if (typeof id === 'string' && parent === '' && model !== '<synthetic>' && this.#turns.size < 100_000) this.#turns.add(id);
    for (const block of listOf(content)) {
      if (block.type === 'text' && parent === '') this.#last = textOf(block.text).slice(-LONGEST_TEXT);
      if (block.type !== 'tool_use') continue;
      const [name, input] = [textOf(block.name), fieldsOf(block.input)];
      this.#files.called(textOf(block.id), name, input);
      this.#events.onDoing?.(doingOf(name, input), parent);
    }
  }

  #takeUser(message: Fields): void {
    for (const block of listOf(fieldsOf(message.message).content)) {
      if (block.type !== 'tool_result') continue;
      this.#files.answered(
        textOf(block.tool_use_id),
        block.is_error === true,
        contentText(block.content),
        message.tool_use_result,
      );
    }
  }

  #takeResult(message: Fields): void {
    const errors = Array.isArray(message.errors) ? message.errors.filter((each) => typeof each === 'string') : [];
    const text = (textOf(message.result) || errors.join('; ')).slice(-LONGEST_TEXT);
    this.#result = {
      isError: message.is_error === true || textOf(message.subtype).startsWith('error'),
      ...{ text, subtype: textOf(message.subtype), reason: textOf(message.terminal_reason) },
      status: amountOf(message.api_error_status) || undefined,
    };
    this.#over = true;
    // Of the whole session so far.
    this.#cost = Math.max(this.#cost, amountOf(message.total_cost_usd));
    // Since the previous result.
    this.#reportedTurns += Math.round(amountOf(message.num_turns));
    for (const denial of listOf(message.permission_denials)) {
      if (this.#denials.length < MOST_DENIALS) this.#denials.push(doingOf(textOf(denial.tool_name), fieldsOf(denial.tool_input)));
    }
    this.#events.onResult?.(this.#result);
  }

  #takeRetry(message: Fields): void {
    this.#retry = {
      attempt: amountOf(message.attempt),
      status: amountOf(message.error_status) || undefined,
      error: textOf(message.error),
    };
    this.#events.onRetry?.(this.#retry);
  }
}

/** The most informative input fields of tools. */
const TELLING_FIELDS = [
  'file_path',
  'notebook_path',
  'command',
  'pattern',
  'path',
  'url',
  'query',
  'subject',
  'description',
] as const;

function doingOf(name: string, input: Fields): string {
  const on = TELLING_FIELDS.map((field) => textOf(input[field])).find((text) => text !== '') ?? '';
  return `${name} ${on}`.replace(/\s+/g, ' ').trim().slice(0, LONGEST_DOING);
}
