import { isRecord, jsonOf } from '../model/json.js';
import { append } from '../model/multi-map.js';
import { addressOf } from './address.js';
import type { BaseUrl } from './base-url.js';
import { type Call, isSafe, type Planned } from './plan.js';
import { type Bounds, type NotReceived, type Received, send } from './send.js';

export interface RunOptions {
  readonly base: BaseUrl;
  /** For every request, as the user gave them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bounds: Bounds;
  /** Waits this many milliseconds; a parameter, so that tests need not wait. */
  readonly pause: (millis: number) => Promise<void>;
  readonly now: () => number;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A sent request with its answer. */
export interface Answered {
  /** As sent, with the values known by then. */
  readonly call: Call;
  /** Path and query, without the origin. */
  readonly target: string;
  readonly answer: Received | NotReceived;
}

/** The least harmful methods come first, so that resources are read before they are deleted. */
const ORDER = ['GET', 'HEAD', 'OPTIONS', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Statuses of a proxy while the service behind it starts. */
const STARTING = new Set([502, 503, 504]);
const FIRST_DELAY_MS = 200;

/**
 * Sends the planned requests: lists before their items, reads before writes, so that paths name existing items. When the
 * service cannot be reached at all, it stops. The answers are in the order of the plan.
 */
export async function runCalls(planned: readonly Planned[], options: RunOptions): Promise<readonly Answered[]> {
  const calls = planned.flatMap((each) => (each.kind === 'call' ? [each.call] : []));
  const known = new KnownValues();
  const sender = new Sender(options);
  const answers = new Map<Call, Answered>();
  for (const group of grouped(calls)) {
    await inParallel(group, options.bounds.concurrency, async (planned) => {
      const call = known.filled(planned);
      const answered = await sender.ask(call);
      if (answered.answer.kind === 'received') known.learn(call, askedPath(call), answered.answer);
      answers.set(planned, answered);
      options.onProgress?.(answers.size, calls.length);
    });
  }
  if (options.bounds.concurrency > 1) await askAlone(answers, sender);
  return calls.flatMap((call) => answers.get(call) ?? []);
}

/** After this number of requests in a row that time out alone, the service itself is slow, not its neighbours. */
const MOST_SILENT = 3;

/** Retries requests that timed out beside others, one by one: a flood from one endpoint can delay the responses of the others. */
async function askAlone(answers: Map<Call, Answered>, sender: Sender): Promise<void> {
  let silent = 0;
  for (const [planned, { call, answer }] of answers) {
    if (answer.kind !== 'timeout' || !isSafe(call.operation.method)) continue;
    const again = await sender.ask(call);
    answers.set(planned, again);
    silent = again.answer.kind === 'timeout' ? silent + 1 : 0;
    if (silent === MOST_SILENT) return;
  }
}

function grouped(calls: readonly Call[]): readonly (readonly Call[])[] {
  const groups = new Map<number, Call[]>();
  for (const call of calls) {
    const rank = ORDER.indexOf(call.operation.method);
    const unsafe = isSafe(call.operation.method) ? 0 : Math.max(rank, 4);
    const key = unsafe * 100 + Math.min(99, call.given.filter(({ parameter }) => parameter.in === 'path').length);
    append(groups, key, call);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

async function inParallel<Item>(items: readonly Item[], most: number, work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
}

/** Sends at a bounded rate and retries safe requests. */
class Sender {
  readonly #options: RunOptions;
  #nextAt = 0;
  #unreached: NotReceived | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  async ask(call: Call): Promise<Answered> {
    const { base, headers, bounds, pause } = this.#options;
    const { target, headers: own } = addressOf(call);
    const { body, operation } = call;
    const statuses = operation.responses.map(({ status }) => status);
    const requested = {
      origin: base.origin,
      target,
      method: operation.method,
      headers: { ...own, ...headers, ...(body === undefined ? {} : { 'content-type': body.mediaType }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body.value) }),
      isExpected: (status: number) => statuses.includes(String(status)) || statuses.includes(`${Math.floor(status / 100)}XX`),
    };
    for (let attempt = 0; ; attempt += 1) {
      if (this.#unreached !== undefined) return { call, target, answer: this.#unreached };
      await this.#turn();
      const answer = await send(requested, bounds);
      const again =
        answer.kind === 'received' ? STARTING.has(answer.status) : answer.kind === 'unreached' || answer.kind === 'lost';
      if (!again || !isSafe(operation.method) || attempt >= bounds.retries) {
        if (answer.kind === 'unreached') this.#unreached = answer;
        return { call, target, answer };
      }
      await pause(FIRST_DELAY_MS * 2 ** attempt);
    }
  }

  async #turn(): Promise<void> {
    const { now, pause, bounds } = this.#options;
    const at = Math.max(now(), this.#nextAt);
    this.#nextAt = at + 1_000 / bounds.perSecond;
    if (at > now()) await pause(at - now());
  }
}

/** Names that the key of a list item may have, after the parameter's own name. */
const KEYS = ['id', 'uuid', 'slug', 'key', 'code', 'name'] as const;

/** The first item of each answered list, by the path that was requested. */
class KnownValues {
  readonly #items = new Map<string, Readonly<Record<string, unknown>>>();

  /** Stores the first item of an answer that is a list, or contains one. */
  learn(call: Call, path: string, received: Received): void {
    if (call.operation.method !== 'GET' || received.status < 200 || received.status > 299) return;
    const item = firstItem(jsonOf(received.text));
    if (item !== undefined) this.#items.set(path, item);
  }

  /** The call with known items' values in place of made-up path values. */
  filled(call: Call): Call {
    const segments = call.path.split('/');
    const own = new Map(call.given.filter(({ parameter }) => parameter.in === 'path').map((each) => [each.parameter.name, each]));
    const done: string[] = [];
    for (const segment of segments) {
      const name = /^\{([^{}*]+)\*?\}$/.exec(segment)?.[1];
      const given = name === undefined ? undefined : own.get(name);
      if (name === undefined || given === undefined) {
        done.push(segment);
        continue;
      }
      const value = given.madeUp ? keyOf(this.#items.get(done.join('/')), name) : undefined;
      if (value !== undefined) own.set(name, { ...given, value, madeUp: false });
      done.push(String(own.get(name)?.value));
    }
    return {
      ...call,
      given: call.given.map((each) => (each.parameter.in === 'path' ? (own.get(each.parameter.name) ?? each) : each)),
    };
  }
}

/** The path of a call with its values, as {@link KnownValues} stores it. */
function askedPath({ path, given }: Call): string {
  return given
    .filter(({ parameter }) => parameter.in === 'path')
    .reduce((filled, { parameter: { name }, value }) => filled.replace(`{${name}}`, () => String(value)), path);
}

function firstItem(answer: unknown): Readonly<Record<string, unknown>> | undefined {
  const lists = Array.isArray(answer) ? [answer] : isRecord(answer) ? Object.values(answer).filter(Array.isArray) : [];
  const [first]: readonly unknown[] = lists.find((list) => isRecord(list[0])) ?? [];
  return isRecord(first) ? first : undefined;
}

function keyOf(item: Readonly<Record<string, unknown>> | undefined, name: string): string | number | undefined {
  if (item === undefined) return undefined;
  const requested = [name, ...(/(?:id|key|slug|code|name)$/i.test(name) ? KEYS.filter((key) => endsWith(name, key)) : [])];
  for (const key of requested) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return value;
  }
  return undefined;
}

const endsWith = (name: string, key: string): boolean => name.toLowerCase().endsWith(key);
