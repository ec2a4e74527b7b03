import type { Expression } from '../../../../facts/expression.js';
import { DOCUMENT } from '../../../document-paths.js';
import { type Body, readIn } from '../bodies/variables.js';
import { enumText } from '../enum-texts.js';
import { BASE, OPERATIONS } from '../files/documents.js';
import { stringValue } from '../literals.js';
import { literal, type Source } from '../source.js';
import { argumentsOf } from '../syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';

/** A builder whose handlers go by the ids of a document's operations. https://vertx.io/docs/vertx-web-openapi-router/java/ */
export interface Builder {
  /** The token that names its class where it is made. */
  readonly index: number;
  /** The variable or parameter that holds it. */
  readonly name: string;
  readonly router: string;
  readonly document: string;
  /** It serves below the path of the document's first server, as the one before it did not. */
  readonly isBelowServer: boolean;
}

/** The only builder that a file makes: `RouterBuilder.create(vertx, contract)`, `RouterBuilder.create(vertx, "api.yaml")`. */
export function builderIn({ unit: { tokens } }: Source): Builder | undefined {
  const made = callsOf(tokens, 'RouterBuilder', 'create');
  const [index] = made;
  if (index === undefined || made.length > 1) return undefined;
  const written = textGiven(tokens, index);
  const contracts = callsOf(tokens, 'OpenAPIContract', 'from');
  const [contract] = contracts;
  const document = written ?? (contract === undefined || contracts.length > 1 ? undefined : textGiven(tokens, contract));
  const name = nameOf(tokens, index);
  if (document === undefined || name === undefined) return undefined;
  return { index, name, router: `builder@${index}`, document, isBelowServer: written === undefined };
}

/** Where `Type.method(` stands. */
const callsOf = ({ list }: Tokens, type: string, method: string): readonly number[] =>
  [...list.keys()].filter((index) => [type, '.', method, '('].every((text, ahead) => list[index + ahead]?.text === text));

/** The file that a call is given as its second argument. */
function textGiven(tokens: Tokens, index: number): string | undefined {
  const [, second] = argumentsOf(tokens, index + 3);
  const token = second?.to === (second?.from ?? 0) + 1 ? tokenAt(tokens, second?.from ?? 0) : undefined;
  const text = token?.kind === 'string' ? stringValue(token.text, tokens.dialect) : undefined;
  return text !== undefined && /\.(?:ya?ml|json)$/.test(text) ? text.replace(/^classpath:/, '') : undefined;
}

/** `RouterBuilder builder = …`, `….onSuccess(builder -> …)`. */
function nameOf(tokens: Tokens, index: number): string | undefined {
  const text = (at: number): string => tokenAt(tokens, at).text;
  if (text(index - 1) === '=') return text(index - 3) === ':' ? text(index - 4) : text(index - 2);
  const close = closingOf(tokens, index + 3);
  const isTaken = text(close + 1) === '.' && /^(?:onSuccess|compose|map)$/.test(text(close + 2));
  return isTaken && text(close + 5) === '->' ? text(close + 4) : undefined;
}

/** `builder.createRouter()` */
export const createdAt = (tokens: Tokens, from: number, { name }: Builder): boolean =>
  [name, '.', 'createRouter', '(', ')'].every((text, ahead) => tokenAt(tokens, from + ahead).text === text);

/** The methods and path of the operation that an id names. */
export function operationOf(
  body: Body,
  { document, isBelowServer }: Builder,
  id: Range,
): { readonly methods: Expression; readonly path: Expression } {
  const contract: Expression = { kind: 'module', specifier: `${DOCUMENT}${document}` };
  const member = (of: Expression, name: string): Expression => ({ kind: 'member', of, name });
  const key = enumText(body.source, id) ?? readIn(body, id);
  const operation: Expression = { kind: 'element', of: member(contract, OPERATIONS), key };
  const path = member(operation, 'path');
  const parts = isBelowServer ? [member(contract, BASE), literal('/'), path] : [path];
  return { methods: member(operation, 'method'), path: { kind: 'text', parts } };
}
