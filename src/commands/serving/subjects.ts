import type { Contract } from '../../contracts/contract.js';
import type { Location } from '../../model/location.js';
import { nearest } from '../../model/nearest.js';
import type { Definitions, Shape } from '../../model/shape.js';

/** What can be looked for in a contract. */
interface Subject {
  readonly kind: 'operation' | 'event' | 'model';
  /** The id of its contract. */
  readonly contract: string;
  readonly subject: string;
  /** Another name that it goes by. */
  readonly name?: string | undefined;
  /** Its path or channel; of a model none. */
  readonly path: string;
  readonly at: Location;
  /** Of parameters, fields and schemas. */
  readonly names: () => ReadonlySet<string>;
}

interface Requested {
  readonly text?: string | undefined;
  readonly path?: string | undefined;
  readonly field?: string | undefined;
  readonly kind?: Subject['kind'] | undefined;
}

export function allSubjects(contracts: readonly Contract[]): readonly Subject[] {
  return contracts.flatMap(({ id, definitions, operations, messages, models }): readonly Subject[] => {
    const names = (own: readonly string[], shapes: readonly (Shape | undefined)[]) => () => {
      const found = new Set(own);
      for (const shape of shapes) if (shape !== undefined) collectNames(shape, definitions, found);
      return found;
    };
    return [
      ...operations.map(({ subject, name, path, at, parameters, requestBodies, responses }) => ({
        ...({ kind: 'operation', contract: id } as const),
        ...{ subject, name, path, at },
        names: names(
          parameters.map((parameter) => parameter.name),
          [...parameters, ...requestBodies, ...responses].map(({ shape }) => shape),
        ),
      })),
      ...messages.map(({ subject, channel, at, variants }) => ({
        ...({ kind: 'event', contract: id } as const),
        ...{ subject, path: channel, at },
        names: names(
          variants.flatMap((variant) => variant.names),
          variants.flatMap(({ payload, headers }) => [payload, headers]),
        ),
      })),
      ...models.map(({ name, shape, at }) => ({
        ...({ kind: 'model', contract: id, path: '' } as const),
        ...{ subject: name, at },
        names: names([], [shape]),
      })),
    ];
  });
}

/** Whether all words of the text occur in what it is called and has, the path in its path, and the field is one of it. */
export function fits(one: Subject, { text = '', path = '', field, kind }: Requested): boolean {
  if (kind !== undefined && one.kind !== kind) return false;
  if (path !== '' && !one.path.toLowerCase().includes(path.trim().toLowerCase())) return false;
  if (field === undefined && text.trim() === '') return true;
  const names = one.names();
  if (field !== undefined && !names.has(field.trim())) return false;
  const words = [one.subject, one.name ?? '', ...names].join('\n').toLowerCase();
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

/** What was probably meant by the criteria that nothing fits by themselves, a sentence each; none: each fits something. */
export function meantIn(all: readonly Subject[], { text = '', path, field }: Requested): readonly string[] {
  const has = (requested: Requested): boolean => all.some((one) => fits(one, requested));
  const names = (): readonly string[] => [...new Set(all.flatMap((one) => [...one.names()]))];
  const words = (): readonly string[] => [
    ...names(),
    ...all.flatMap(({ subject, name = '' }) => [name, ...subject.split(/[\s/.{}]+/)]),
  ];
  const stated = (what: string, given: string, known: readonly string[]): string => {
    const meant = nearest(
      given,
      known.filter((each) => each !== ''),
    );
    return `None has the ${what} ${given}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
  };
  return [
    ...(field === undefined || has({ field }) ? [] : [stated('field', field, names())]),
    ...(path === undefined || has({ path }) ? [] : [stated('path', path, [...new Set(all.map((one) => one.path))])]),
    ...[...new Set(text.trim().split(/\s+/))]
      .filter((word) => word !== '' && !has({ text: word }))
      .slice(0, MOST_WORDS)
      .map((word) => stated('word', word, words())),
  ];
}

const MOST_WORDS = 5;

/** Names of fields and of the schemas that hold them; each schema once. */
function collectNames(shape: Shape, definitions: Definitions, names: Set<string>): void {
  switch (shape.kind) {
    case 'ref': {
      const target = definitions.get(shape.name);
      if (names.has(shape.name)) return;
      names.add(shape.name);
      if (target !== undefined) collectNames(target, definitions, names);
      return;
    }
    case 'object':
      for (const field of shape.fields) {
        names.add(field.name);
        collectNames(field.shape, definitions, names);
      }
      return;
    case 'array':
      collectNames(shape.items, definitions, names);
      return;
    case 'map':
      collectNames(shape.values, definitions, names);
      return;
    case 'tuple':
      for (const item of shape.items) collectNames(item, definitions, names);
      return;
    case 'union':
      for (const option of shape.options) collectNames(option, definitions, names);
      return;
    case 'scalar':
    case 'enum':
    case 'unknown':
      return;
  }
}
