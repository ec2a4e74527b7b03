/** One operation of the service that every idiom writes: two satisfy the contract, one sends `colour` where `color` is expected. */
export interface Operation {
  readonly key: string;
  readonly type: string;
  readonly verb: Verb;
  readonly path: string;
  /** The members of its body, as the code sends them. */
  readonly sent: Readonly<Record<string, string | number>>;
}

export type Verb = 'get' | 'post';

export const operations: readonly Operation[] = [
  { key: 'book', type: 'Book', verb: 'get', path: '/books', sent: { id: 1, title: 'Emma' } },
  { key: 'order', type: 'Order', verb: 'post', path: '/orders', sent: { id: 2, total: 12 } },
  { key: 'pen', type: 'Pen', verb: 'get', path: '/pens', sent: { id: 3, colour: 'red' } },
];

/** A text for each operation. */
export const each = (text: (one: Operation) => string, between = '\n'): string => operations.map(text).join(between);

/** The members that an operation sends: their names and their values as literals that all languages share. */
export const membersOf = ({ sent }: Operation): readonly Member[] =>
  Object.entries(sent).map(([name, value]) => ({ name, value: JSON.stringify(value), isText: typeof value === 'string' }));

export interface Member {
  readonly name: string;
  readonly value: string;
  readonly isText: boolean;
}

/** The members of an operation as one text. */
export const eachMember = (one: Operation, text: (member: Member) => string, between = ', '): string =>
  membersOf(one).map(text).join(between);

export const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** Joins the texts that are there, each on lines of its own. */
export const lines = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('\n');

/** A block of a language that indents by four spaces. */
export const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ');

/** What every idiom says of the contract of its service. */
export interface Expected {
  /** Where the contract expects the routes. */
  readonly base?: string;
  /** The body of the contract around what an operation sends: itself, a list of it, or an object with it as `data`. */
  readonly body?: 'list' | 'data';
  /** An answer with the status 404 and a message is in the contract too. */
  readonly absent?: true;
}

const object = (members: Readonly<Record<string, string>>): string =>
  `{ type: object, required: [${Object.keys(members).join(', ')}], properties: { ${Object.entries(members)
    .map(([name, schema]) => `${name}: ${schema}`)
    .join(', ')} } }`;

const INTEGER = '{ type: integer }';
const STRING = '{ type: string }';

/** The contract; no code serves `/lost`. */
export function contractOf({ base = '/api', body, absent }: Expected): string {
  const around = (schema: string): string =>
    body === 'list' ? `{ type: array, items: ${schema} }` : body === 'data' ? object({ data: schema }) : schema;
  const response = (schema: string): string => `{ description: done, content: { application/json: { schema: ${schema} } } }`;
  const operation = (path: string, verb: Verb, members: Readonly<Record<string, string>>): string =>
    `  ${base}${path}:\n    ${verb}: { responses: { '200': ${response(around(object(members)))}${
      absent === true ? `, '404': ${response(object({ message: STRING }))}` : ''
    } } }`;
  return lines(
    "openapi: 3.0.3\ninfo: { title: Shop, version: '1' }\npaths:",
    operation('/books', 'get', { id: INTEGER, title: STRING }),
    operation('/orders', 'post', { id: INTEGER, total: INTEGER }),
    operation('/pens', 'get', { id: INTEGER, color: STRING }),
    operation('/lost', 'get', { id: INTEGER }),
  );
}
