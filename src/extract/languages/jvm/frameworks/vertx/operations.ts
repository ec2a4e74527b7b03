import type { Expression, ObjectMember } from '../../../../../facts/expression.js';
import { DOCUMENT } from '../../../../document-paths.js';
import { type Body, readIn } from '../../bodies/variables.js';
import { enumText, placeNamed } from '../../enum-texts.js';
import { BASE, OPERATIONS } from '../../files/documents.js';
import { stringValue } from '../../literals.js';
import { at, literal, type Source, unknown } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from '../../tokens.js';
import type { Range } from '../../unit.js';

/** A builder that binds handlers to the operation ids of a document. https://vertx.io/docs/vertx-web-openapi-router/java/ */
export interface Builder {
  /** The token of its class name where the code creates it. */
  readonly index: number;
  /** The variable or parameter that contains it. */
  readonly name: string;
  readonly router: string;
  readonly document: string;
  /** The builder serves below the path of the document's first server, unlike the older one. */
  readonly isBelowServer: boolean;
}

/** Types of builders; those of Vert.x 3 are called factories. https://vertx.io/docs/3.9.16/vertx-web-api-contract/java/ */
export const BUILDERS = /^(?:RouterBuilder|RouterFactory|OpenAPI3RouterFactory)$/;

/** The builders that a file creates: `RouterBuilder.create(vertx, contract)`, `OpenAPI3RouterFactory.create(vertx, "api.yaml", …)`. */
export function buildersIn({ unit: { tokens } }: Source): readonly Builder[] {
  const contracts = callsOf(tokens, 'OpenAPIContract', 'from');
  const [contract] = contracts;
  const made = ['RouterBuilder', 'OpenAPI3RouterFactory'].flatMap((type) => callsOf(tokens, type, 'create'));
  const builders = made.flatMap((index): readonly Builder[] => {
    const written = textGiven(tokens, index);
    const document = written ?? (contract === undefined || contracts.length > 1 ? undefined : textGiven(tokens, contract));
    const name = nameOf(tokens, index);
    if (document === undefined || name === undefined) return [];
    return [{ index, name, router: `builder@${index}`, document, isBelowServer: written === undefined }];
  });
  // with two builders of the same name, it is unknown which one a call uses
  return builders.filter((one) => builders.every((other) => other === one || other.name !== one.name)).slice(0, MAX_BUILDERS);
}
const MAX_BUILDERS = 20;

/** The positions of `Type.method(`. */
const callsOf = ({ list }: Tokens, type: string, method: string): readonly number[] =>
  [...list.keys()].filter((index) => [type, '.', method, '('].every((text, ahead) => list[index + ahead]?.text === text));

/** The file in the second argument of a call. */
function textGiven(tokens: Tokens, index: number): string | undefined {
  const [, second] = argumentsOf(tokens, index + 3);
  const token = second?.to === (second?.from ?? 0) + 1 ? tokenAt(tokens, second?.from ?? 0) : undefined;
  const text = token?.kind === 'string' ? stringValue(token.text, tokens.dialect) : undefined;
  return text !== undefined && /\.(?:ya?ml|json)$/.test(text) ? text.replace(/^classpath:/, '') : undefined;
}

/** `RouterBuilder builder = …`, `….onSuccess(builder -> …)`, `create(…, done -> { builder = done.result(); … })`. */
function nameOf(tokens: Tokens, index: number): string | undefined {
  const text = (at: number): string => tokenAt(tokens, at).text;
  if (text(index - 1) === '=') return assigned(tokens, index - 1);
  const close = closingOf(tokens, index + 3);
  const isTaken = text(close + 1) === '.' && /^(?:onSuccess|compose|map)$/.test(text(close + 2));
  if (isTaken) return text(close + 5) === '->' ? text(close + 4) : undefined;
  const isComplete = text(close + 1) === '.' && text(close + 2) === 'onComplete';
  const lambda = isComplete ? { from: close + 4, to: closingOf(tokens, close + 3) } : argumentsOf(tokens, index + 3)[2];
  if (lambda === undefined || text(lambda.from + 1) !== '->') return undefined;
  const given = ['=', text(lambda.from), '.', 'result', '(', ')'];
  for (let at = lambda.from; at < lambda.to; at++)
    if (given.every((one, ahead) => text(at + ahead) === one)) return assigned(tokens, at);
  return undefined;
}

/** The variable before an equals sign. */
function assigned(tokens: Tokens, index: number): string {
  const isTyped = tokenAt(tokens, index - 2).text === ':';
  return tokenAt(tokens, index - (isTyped ? 3 : 1)).text;
}

/** `builder.createRouter()`, `factory.getRouter()` */
export const createdAt = (tokens: Tokens, from: number, { name }: Builder): boolean =>
  /^(?:create|get)Router$/.test(tokenAt(tokens, from + 2).text) &&
  [name, '.', tokenAt(tokens, from + 2).text, '(', ')'].every((text, ahead) => tokenAt(tokens, from + ahead).text === text);

/** The methods and path of the operation with an id. */
export function operationOf(
  body: Body,
  { document, isBelowServer }: Builder,
  id: Range,
): { readonly methods: Expression; readonly path: Expression } {
  const contract: Expression = { kind: 'module', specifier: `${DOCUMENT}${document}` };
  const member = (of: Expression, name: string): Expression => ({ kind: 'member', of, name });
  const key = enumText(body.source, id) ?? idStored(body, id) ?? readIn(body, id);
  const operation: Expression = { kind: 'element', of: member(contract, OPERATIONS), key };
  const path = member(operation, 'path');
  const parts = isBelowServer ? [member(contract, BASE), literal('/'), path] : [path];
  return { methods: member(operation, 'method'), path: { kind: 'text', parts } };
}

/** `this.LIST.getId().toString()`, if the field is created with the id: `LIST = new Operation(Ids.LIST) { … }`. */
function idStored({ source, decl }: Body, { from, to }: Range): Expression | undefined {
  const { tokens } = source.unit;
  const start = tokenAt(tokens, from).text === 'this' ? from + 2 : from;
  const texts = tokens.list.slice(start, Math.min(to, start + 12)).map(({ text }) => text);
  const [, name = '', getter = '', asText] = /^(\w+) \. (\w+) \( \)( \. toString \( \))?$/.exec(texts.join(' ')) ?? [];
  const made = decl?.fields.find((one) => one.name === name && one.modifiers.has('final'))?.value;
  if (made === undefined || tokenAt(tokens, made.from).text !== 'new') return undefined;
  const type = tokenAt(tokens, made.from + 1).text;
  const key = placeNamed(source, type, `${getter}()`);
  if (key === undefined || tokenAt(tokens, made.from + 2).text !== '(') return undefined;
  const given = argumentsOf(tokens, made.from + 2).map((one) =>
    enumText(source, one, asText === undefined ? undefined : 'toString()'),
  );
  const members = given.map((of, index): ObjectMember => {
    const stored = of ?? unknown('it is no constant of an enum');
    return { kind: 'property', name: String(index), value: stored, at: at(source, made.from) };
  });
  return { kind: 'element', of: { kind: 'object', members }, key };
}
