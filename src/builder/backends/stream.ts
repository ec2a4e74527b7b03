import type { Spent } from './backend.js';
import { type Changed, FileChanges } from './file-changes.js';
import { amountOf, contentText, type Fields, fieldsOf, listOf, parsedLine, textOf } from './message.js';

/** Longest answer that is kept, its end. */
const LONGEST_TEXT = 2_000_000;
/** Most refused calls that are told. */
const MOST_DENIALS = 100;
const LONGEST_DOING = 200;

/** How a session ended, by its own words. */
export interface SessionResult {
  readonly isError: boolean;
  /** The last answer; of an error, what went wrong. */
  readonly text: string;
  /** `success`, `error_max_turns` ... */
  readonly subtype: string;
  /** `completed`, `api_error`, `prompt_too_long` ... */
  readonly reason: string;
  /** Status of the API's answer where that was the error. */
  readonly status: number | undefined;
}

/** A request to the API that failed and will be repeated. */
export interface ApiRetry {
  readonly attempt: number;
  readonly status: number | undefined;
  /** `rate_limit`, `authentication_failed` ... */
  readonly error: string;
}

/** What is told while a session goes on. */
export interface StreamEvents {
  /** One line: the tool, and what it is used on. `parent`: the call that started the agent who does it; empty: the session's own. */
  readonly onDoing?: (doing: string, parent: string) => void;
  readonly onRetry?: (retry: ApiRetry) => void;
  readonly onResult?: (result: SessionResult) => void;
  /** Every message, after it was taken in. */
  readonly onMessage?: (message: Fields) => void;
}

/**
 * Takes in the lines of `claude --output-format stream-json --verbose`: what was done, with which files, at which cost, and how it
 * ended. What is no message of it is counted and left out.
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
  #toldTurns = 0;
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

  /** Its last word was a result: nothing was done after it. */
  get over(): boolean {
    return this.#over;
  }

  /** The last repetition that nothing else came after. */
  get retry(): ApiRetry | undefined {
    return this.#retry;
  }

  /** The last that the agent said. */
  get text(): string {
    return this.#result !== undefined && !this.#result.isError && this.#result.text !== '' ? this.#result.text : this.#last;
  }

  get changed(): Changed {
    return this.#files.changed;
  }

  /** The cost is told with results alone; a session that was cut off has turns and no cost. */
  get spent(): Spent {
    return { cost: this.#cost, turns: Math.max(this.#toldTurns, this.#turns.size) };
  }

  /** Calls of tools that were not allowed. */
  get denials(): readonly string[] {
    return this.#denials;
  }

  /** Lines that are no messages. */
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
    // What the program itself says in the agent's place is no turn.
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
    // Of what was done since the result before.
    this.#toldTurns += Math.round(amountOf(message.num_turns));
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

/** What a tool is used on, by the field of its input that says most. */
const SAYS_MOST = ['file_path', 'notebook_path', 'command', 'pattern', 'path', 'url', 'query', 'subject', 'description'] as const;

function doingOf(name: string, input: Fields): string {
  const on = SAYS_MOST.map((field) => textOf(input[field])).find((text) => text !== '') ?? '';
  return `${name} ${on}`.replace(/\s+/g, ' ').trim().slice(0, LONGEST_DOING);
}
