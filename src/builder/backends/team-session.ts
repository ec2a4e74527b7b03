import { type ClaudeEnd, type ClaudeProcess, type ClaudeStart, startClaude } from './claude-process.js';
import { type Changed, FileChanges } from './file-changes.js';
import { contentText, type Fields, fieldsOf, listOf, textOf } from './message.js';
import { SessionStream } from './stream.js';

const LONGEST_TEXT = 2_000_000;
/** Limit of distinguished agents. */
const MOST_MATES = 1_000;
/** A session that never stops talking is judged by its messages so far. */
const MOST_TURNS = 100;

/** An agent that the lead started. */
export interface Teammate {
  /** Name and prompt from the lead. */
  readonly name: string;
  readonly prompt: string;
  /** Needed to stop it; empty: not known yet. */
  agentId: string;
  /** `resting`: it has answered, and may be sent on. */
  status: 'working' | 'resting' | 'failed' | 'stopped';
  /** Its last message. */
  text: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  /** Time of its last message. */
  heard: number;
  readonly changed: () => Changed;
}

export interface TeamSessionOptions {
  readonly start: Omit<ClaudeStart, 'onLine' | 'input'>;
  readonly now: () => number;
  /** `by`: the agent; undefined: the lead. */
  readonly onDoing: (doing: string, by: Teammate | undefined) => void;
}

interface Mate extends Teammate {
  readonly files: FileChanges;
  message: string;
}

/** A lead with its team: one `claude` with an open input for further messages. */
export class TeamSession {
  readonly #options: TeamSessionOptions;
  readonly #process: ClaudeProcess;
  readonly #mates = new Map<string, Mate>();
  readonly stream: SessionStream;
  /** Absent: it runs. */
  #ended: ClaudeEnd | undefined;
  #resting = false;
  #heard: number;
  #messages = 0;
  #wake: (() => void)[] = [];

  constructor(options: TeamSessionOptions) {
    this.#options = options;
    this.#heard = options.now();
    this.stream = new SessionStream(options.start.cwd, {
      onDoing: (doing, parent) => options.onDoing(doing, this.#mates.get(parent)),
      onMessage: (message) => this.#take(message),
    });
    this.#process = startClaude({ ...options.start, input: 'open', onLine: (line) => this.stream.take(line) });
    void this.#process.ended.then((end) => {
      this.#ended = end;
      this.#tell();
    });
  }

  /** Its end; `undefined`: it runs. */
  get ended(): ClaudeEnd | undefined {
    return this.#ended;
  }

  /** The lead has ended its turn and waits. */
  get resting(): boolean {
    return this.#resting;
  }

  /** Time of the last message of the lead or its agents. */
  get heard(): number {
    return this.#heard;
  }

  get mates(): readonly Teammate[] {
    return [...this.#mates.values()];
  }

  /** Resolves when a turn of the lead, an agent or the session ends. */
  changed(): Promise<void> {
    return this.#ended === undefined ? new Promise((resolve) => this.#wake.push(resolve)) : Promise.resolve();
  }

  /** Resolves when all lines written so far were read. */
  async caughtUp(): Promise<void> {
    for (let turn = 0, read = -1; turn < MOST_TURNS && read !== this.#messages; turn += 1) {
      read = this.#messages;
      // The first may belong to the turn of the event loop in which pipes were read before.
      for (let round = 0; round < 2; round += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Sends a message to the lead; false: its input is closed. */
  send(text: string): boolean {
    const message = { role: 'user', content: [{ type: 'text', text }] };
    this.#resting = false;
    return this.#process.write(JSON.stringify({ type: 'user', message }));
  }

  /** Stops an agent at once, without the lead. */
  stop(mate: Teammate): void {
    if (mate.agentId === '') return;
    const request = { subtype: 'stop_task', task_id: mate.agentId };
    this.#process.write(JSON.stringify({ type: 'control_request', request_id: `stop-${mate.agentId}`, request }));
  }

  /** Ends the session and its processes. @param late resolves when it had enough time to end by itself */
  async end(late: Promise<void>): Promise<void> {
    this.#process.closeInput();
    await Promise.race([this.#process.ended, late]);
    await this.#process.end();
  }

  #tell(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const resolve of waiting) resolve();
  }

  #take(message: Fields): void {
    this.#messages += 1;
    this.#heard = this.#options.now();
    const parent = textOf(message.parent_tool_use_id);
    if (message.type === 'result') {
      this.#resting = true;
      this.#tell();
    } else if (message.type === 'system') this.#takeSystem(message);
    else if (parent !== '') this.#takeOfMate(message, this.#mates.get(parent));
    else this.#takeOfLead(message);
  }

  #takeOfLead(message: Fields): void {
    this.#resting = false;
    for (const block of listOf(fieldsOf(message.message).content)) {
      if (message.type === 'user' && block.type === 'tool_result') this.#launched(block, fieldsOf(message.tool_use_result));
      if (message.type !== 'assistant' || block.type !== 'tool_use' || block.name !== 'Agent') continue;
      if (this.#mates.size >= MOST_MATES) continue;
      const input = fieldsOf(block.input);
      const files = new FileChanges(this.#options.start.cwd);
      this.#mates.set(textOf(block.id), {
        ...{
          name: textOf(input.name) || textOf(input.description),
          prompt: textOf(input.prompt),
          agentId: '',
          status: 'working',
        },
        ...{ text: '', message: '', started: this.#heard, heard: this.#heard, files, changed: () => files.changed },
      });
    }
  }

  /** Reads the answer to an agent's start: that it works, its result if the lead waited, or an error. */
  #launched(block: Fields, details: Fields): void {
    const mate = this.#mates.get(textOf(block.tool_use_id));
    const text = contentText(block.content);
    if (mate === undefined || details.status === 'async_launched' || text.startsWith('Async agent launched')) return;
    mate.status = block.is_error === true ? 'failed' : 'resting';
    if (mate.text === '' || block.is_error === true) mate.text = text.slice(-LONGEST_TEXT);
    this.#tell();
  }

  /** Reads an agent's own messages: its text, and its files. */
  #takeOfMate(message: Fields, mate: Mate | undefined): void {
    if (mate === undefined) return;
    mate.heard = this.#heard;
    const { id, content } = fieldsOf(message.message);
    // It was sent on after its answer.
    if (message.type === 'assistant' && mate.status === 'resting') mate.status = 'working';
    for (const block of listOf(content)) {
      if (block.type === 'text' && message.type === 'assistant') this.#say(mate, textOf(id), textOf(block.text));
      else if (block.type === 'tool_use') mate.files.called(textOf(block.id), textOf(block.name), fieldsOf(block.input));
      else if (block.type === 'tool_result') {
        mate.files.answered(
          textOf(block.tool_use_id),
          block.is_error === true,
          contentText(block.content),
          message.tool_use_result,
        );
      }
    }
  }

  /** The parts of one message arrive one by one. */
  #say(mate: Mate, id: string, text: string): void {
    mate.text = (mate.message === id && id !== '' ? `${mate.text}\n${text}` : text).slice(-LONGEST_TEXT);
    mate.message = id;
  }

  #takeSystem(message: Fields): void {
    // Messages about a resumed agent name the call that resumed it: only its own id is stable.
    const id = textOf(message.task_id);
    const mate = this.#mates.get(textOf(message.tool_use_id)) ?? this.#mateOf(id);
    // A new turn begins.
    if (message.subtype === 'init') this.#resting = false;
    if (mate === undefined) return;
    mate.heard = this.#heard;
    if (message.subtype === 'task_started') {
      mate.agentId = id;
      mate.status = 'working';
    }
    if (message.subtype !== 'task_notification') return;
    mate.status = message.status === 'completed' ? 'resting' : message.status === 'stopped' ? 'stopped' : 'failed';
    if (mate.text === '') mate.text = textOf(message.summary).slice(-LONGEST_TEXT);
    this.#tell();
  }

  #mateOf(agentId: string): Mate | undefined {
    return agentId === '' ? undefined : [...this.#mates.values()].find((mate) => mate.agentId === agentId);
  }
}
