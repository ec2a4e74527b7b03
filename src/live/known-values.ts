import { isRecord, jsonOf } from '../model/json.js';
import type { Call } from './plan.js';
import type { Received } from './send.js';

/** Names that the key of a list item may have, after the parameter's own name. */
const KEYS = ['id', 'uuid', 'slug', 'key', 'code', 'name'] as const;

/** The first item of each answered list, by the path that was requested. */
export class KnownValues {
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
export function askedPath({ path, given }: Call): string {
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
