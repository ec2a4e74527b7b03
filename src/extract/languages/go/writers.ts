import type { Wrap } from '../../../facts/fact.js';
import type { Source } from './source.js';
import { fieldsOf } from './struct-fields.js';
import type { Node } from './syntax/node.js';
import { placeOf } from './syntax/text.js';

/** What holds bytes back: `bytes.Buffer`, `strings.Builder`, `[]byte`. */
const BUFFER = /^\*?(?:bytes\.Buffer|strings\.Builder|\[\]byte)$/;

/** The bytes that were held back are sent as they are: `w.Write(rec.body.Bytes())`, `rec.body.WriteTo(w)`, `io.Copy(w, rec.body)`. */
const REPLAYED = /\.Write\(\s*[\w.]{1,200}(?:\.Bytes\(\))?\s*\)\s*[\n;}]|\.WriteTo\(|\bio\.Copy\(/;

/**
 * Types that embed a `ResponseWriter` and keep what is written instead of passing it on: what handlers send is not what goes over the
 * wire, unless the same file sends it as it was. Compressing and counting writers pass it on.
 */
export function bufferedWriters(source: Source, frameworks: readonly string[]): readonly Wrap[] {
  const { text, path } = source;
  const [first] = [...source.types.values()].filter(
    (one) => one.type.kind === 'struct' && isBuffered(source, one.name, one.type),
  );
  if (first === undefined) return [];
  const outside = source.functions.filter(({ receiver, name }) => receiver === undefined || name !== 'Write');
  const bodies = outside.map(({ body }) => (body === undefined ? '' : text.bare.slice(body.start, body.end)));
  const fields = first.type.kind === 'struct' ? buffersOf(source, first.type) : [];
  if (bodies.some((body) => replays(body, fields))) return [];
  const slash = path.lastIndexOf('/');
  return frameworks.map((by) => ({
    kind: 'wrap',
    by,
    scope: slash < 0 ? '' : path.slice(0, slash),
    through: { kind: 'unknown', why: `${first.name} keeps what handlers send, and something else may be sent` },
    at: placeOf(text, first.start),
  }));
}

function buffersOf(source: Source, type: Node & { kind: 'struct' }): readonly string[] {
  return fieldsOf(source, type.body).flatMap((field) =>
    BUFFER.test(source.text.bare.slice(field.type.start, field.type.end).trim()) ? [field.name] : [],
  );
}

function isBuffered(source: Source, name: string, type: Node): boolean {
  if (type.kind !== 'struct') return false;
  const fields = fieldsOf(source, type.body);
  if (!fields.some((field) => field.embedded && field.name === 'ResponseWriter')) return false;
  const write = source.functions.find((one) => one.name === 'Write' && typeOfReceiver(one.receiver?.type) === name);
  if (write?.body === undefined) return false;
  const body = source.text.bare.slice(write.body.start, write.body.end);
  const targets = [...body.matchAll(/\.Write(?:String)?\(/g)].map(
    ({ index }) =>
      body
        .slice(Math.max(index - 100, 0), index)
        .split(/\W/)
        .at(-1) ?? '',
  );
  const buffers = buffersOf(source, type);
  if (!targets.every((target) => buffers.includes(target))) return false;
  return targets.length > 0 || buffers.some((buffer) => body.includes(`.${buffer} = append(`));
}

function typeOfReceiver(node: Node | undefined): string | undefined {
  if (node?.kind === 'unary' || node?.kind === 'index') return typeOfReceiver(node.of);
  return node?.kind === 'name' ? node.name : undefined;
}

/** Whether a function sends what such a field holds, and nothing made of it. */
function replays(body: string, fields: readonly string[]): boolean {
  return body.split('\n').some((line) => REPLAYED.test(`${line}\n`) && fields.some((field) => line.includes(`.${field}`)));
}
