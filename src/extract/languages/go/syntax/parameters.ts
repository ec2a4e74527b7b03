import type { Node, Parameter } from './node.js';
import { partsOf, type Reader } from './reader.js';

const NAMED = /\s*([\p{L}_][\p{L}\p{Nd}_]*)[ \t]+(?=\S)/uy;
const TYPE_WORDS = new Set(['func', 'map', 'chan', 'interface', 'struct']);

/** Parses parameters or results. Either all have names or none: `(a, b int)`. `read` parses a type. */
export function parametersIn(reader: Reader, read: (reader: Reader) => Node): readonly Parameter[] {
  const { source } = reader;
  const parts = partsOf(source, reader.at, reader.end).map((part) => {
    NAMED.lastIndex = part.start;
    const found = NAMED.exec(source.bare);
    const isNamed = found?.[1] !== undefined && NAMED.lastIndex < part.end && !TYPE_WORDS.has(found[1]);
    return { part, name: isNamed ? found[1] : undefined, from: isNamed ? NAMED.lastIndex : part.start };
  });
  const areNamed = parts.some(({ name }) => name !== undefined);
  const made: Parameter[] = [];
  let shared: Node | undefined;
  for (const { part, name, from } of parts.reverse()) {
    const inner = reader.inside(from, part.end);
    const variadic = inner?.takes('...') === true;
    const node: Node = inner === undefined ? { kind: 'bad', ...part } : read(inner);
    const alone = areNamed && name === undefined && node.kind === 'name' ? node.name : undefined;
    if (alone === undefined) shared = node;
    const given = alone ?? name;
    made.push({
      ...(given !== undefined && { name: given }),
      type: alone === undefined ? node : (shared ?? node),
      variadic,
      at: part.start,
    });
  }
  return made.reverse();
}
