import type { ResponseTransform } from '../../../../facts/fact.js';
import type { FunctionDeclaration, Source } from '../source.js';
import { fieldsOf } from '../struct-fields.js';
import type { Node, Span } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';

/** Buffers: `bytes.Buffer`, `strings.Builder`, `[]byte`. */
const BUFFER = /^\*?(?:bytes\.Buffer|strings\.Builder|\[\]byte)$/;

/** Code sends buffered bytes unchanged: `w.Write(rec.body.Bytes())`, `rec.body.WriteTo(w)`, `io.Copy(w, rec.body)`. */
const REPLAYED = /\.Write\(\s*[\w.]{1,200}(?:\.Bytes\(\))?\s*\)\s*[\n;}]|\.WriteTo\(|\bio\.Copy\(/;

/**
 * Types that embed a `ResponseWriter` and buffer written bytes instead of passing them on: the client may get other bytes than
 * handlers send, unless the same file sends the buffer unchanged. Compressing and counting writers pass bytes on.
 */
export function bufferedWriters(source: Source, frameworks: readonly string[]): readonly ResponseTransform[] {
  const { text, path } = source;
  const [first] = [...source.types.values()].filter(
    (one) => one.type.kind === 'struct' && (isBuffered(source, one.name, one.type) || isAltering(source, one.name, one.type)),
  );
  if (first === undefined) return [];
  const outside = source.functions.filter(({ receiver, name }) => receiver === undefined || name !== 'Write');
  const bodies = outside.map(({ body }) => (body === undefined ? '' : text.bare.slice(body.start, body.end)));
  const fields = first.type.kind === 'struct' ? buffersOf(source, first.type) : [];
  const alters = isAltering(source, first.name, first.type);
  if (!alters && bodies.some((body) => replays(body, fields))) return [];
  const slash = path.lastIndexOf('/');
  return frameworks.map((by) => ({
    kind: 'wrap',
    by,
    scope: slash < 0 ? '' : path.slice(0, slash),
    through: {
      kind: 'unknown',
      why: `${first.name} ${alters ? 'alters' : 'keeps'} what handlers send, and something else may be sent`,
    },
    at: placeOf(text, first.start),
  }));
}

function buffersOf(source: Source, type: Node & { kind: 'struct' }): readonly string[] {
  return fieldsOf(source, type.body).flatMap((field) =>
    BUFFER.test(source.text.bare.slice(field.type.start, field.type.end).trim()) ? [field.name] : [],
  );
}

/** The `Write` of a type that embeds a `ResponseWriter`. */
function writeOf(source: Source, name: string, type: Node): (FunctionDeclaration & { readonly body: Span }) | undefined {
  if (type.kind !== 'struct') return undefined;
  if (!fieldsOf(source, type.body).some((field) => field.embedded && field.name === 'ResponseWriter')) return undefined;
  const write = source.functions.find((one) => one.name === 'Write' && typeOfReceiver(one.receiver?.type) === name);
  return write?.body === undefined ? undefined : { ...write, body: write.body };
}

/**
 * Whether `Write` passes on other bytes than its argument: `w.ResponseWriter.Write(append(head, b...))`, or `b = mask(b)` before.
 */
function isAltering(source: Source, name: string, type: Node): boolean {
  const write = writeOf(source, name, type);
  const given = write?.parameters[0]?.name;
  if (write === undefined || given === undefined) return false;
  const { text } = source;
  const body = text.bare.slice(write.body.start, write.body.end);
  const passedOn = [...body.matchAll(/\.ResponseWriter\.Write(?:String)?\(/g)].map(({ index, 0: call }) => {
    const open = write.body.start + index + call.length - 1;
    return text.bare.slice(open + 1, text.partners.get(open) ?? open + 1).trim();
  });
  const isPlain = (one: string): boolean => one === given || one === `string(${given})` || one.startsWith(`${given}[`);
  const isSet = body.split('\n').some((line) => /^\s*=(?!=)/.test(afterName(line, given)));
  return passedOn.length > 0 && (isSet || !passedOn.every(isPlain));
}

/** The text after a name at the start of a line. */
function afterName(line: string, name: string): string {
  const start = line.trimStart();
  return start.startsWith(name) ? start.slice(name.length) : '';
}

function isBuffered(source: Source, name: string, type: Node): boolean {
  const write = writeOf(source, name, type);
  if (write === undefined || type.kind !== 'struct') return false;
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

/** Whether a function sends the content of such a field unchanged, or compressed. */
function replays(body: string, fields: readonly string[]): boolean {
  const lines = body.split('\n').map((line) => `${line}\n`);
  const taken = lines.flatMap((line) => {
    const [, name, field = ''] = TAKEN.exec(line) ?? [];
    return name !== undefined && fields.includes(field) && isRetained(lines, name, line) ? [name] : [];
  });
  const isOf = (line: string): boolean =>
    fields.some((field) => line.includes(`.${field}`)) || taken.some((name) => line.includes(`.Write(${name})`));
  return lines.some((line) => REPLAYED.test(line) && isOf(line)) && !sendsOther(lines, fields);
}

/** `out, _ := json.Marshal(…body…)` and `w.Write(out)`: another branch sends something else that is made of the bytes. */
function sendsOther(lines: readonly string[], fields: readonly string[]): boolean {
  const taken = lines.flatMap((line) => {
    const [, name, field = ''] = TAKEN.exec(line) ?? [];
    return name !== undefined && fields.includes(field) ? [name] : [];
  });
  const mentions = (line: string): boolean =>
    fields.some((field) => line.includes(`.${field}`)) || line.split(/\W+/).some((word) => taken.includes(word));
  let lastMention = -1;
  const assigned = new Map<string, number>();
  return lines.some((line, index) => {
    const [, made] = WRITES_NAME.exec(line) ?? [];
    const isOther = made !== undefined && !taken.includes(made);
    if (isOther && lastMention >= (assigned.get(made) ?? lines.length)) return true;
    if (mentions(line)) lastMention = index;
    for (const name of targetsOf(line)) assigned.set(name, index);
    return false;
  });
}

const WRITES_NAME = /\.Write\((\w{1,60})\)/;
const ASSIGNS = /^([\w\s,]{1,200}?):?=(?!=)/;

/** The names that a line assigns: `out, _ := f()`. */
const targetsOf = (line: string): readonly string[] => (ASSIGNS.exec(line)?.[1] ?? '').split(',').map((one) => one.trim());

const COMPRESSOR = /\b(?:gzip|zlib|flate|brotli|zstd)\.NewWriter/;

/** `body := rec.buffer.Bytes()` */
const TAKEN = /^\s*(\w{1,60}) :?= \w{1,60}\.(\w{1,60})(?:\.Bytes\(\))?\s*$/;

/** Whether a variable of such bytes is only replaced by their compressed form: `body = zipped.Bytes()`. */
function isRetained(lines: readonly string[], name: string, taken: string): boolean {
  const others = lines.filter((line) => line !== taken && targetsOf(line).includes(name));
  return others.every((line) => {
    const [, target] = /= (\w{1,60})\.Bytes\(\)\s*$/.exec(line) ?? [];
    return target !== undefined && lines.some((one) => COMPRESSOR.test(one) && one.includes(`(&${target}`));
  });
}
