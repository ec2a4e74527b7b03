import { ts } from 'ts-morph';
import { ABSENT, type Expression, STRING } from '../../../../../facts/expression.js';
import { statusNamed } from '../../../../../model/http-status.js';
import { bodyOf, statusValue } from '../../sends/result-forms.js';
import type { Sent } from '../../sends/web-responses.js';
import type { FormPart, ResultForm } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { linksOf } from '../../values/fluent-chains.js';

const STATUS = /^(?:status|safeStatus)$/;
const FILES = /^(?:download|attachment|stream)$/;

/** Handlers of AdonisJS: https://docs.adonisjs.com/guides/basics/response */
export const adonisjsForm: ResultForm = {
  shown: /["'](?:@adonisjs\/core|@ioc:Adonis)\b/,
  evident: /:\s{0,9}HttpContext(?:Contract)?\b|\bresponse\s{0,99}\.\s{0,9}\w+\(/,
  members: /^response$/,
  reads: /^(?:render|authorize|allows|denies|validateUsing|with|share|serialize|transform|paginate)/,
  sets: ({ node, isHandle }) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
    if (!STATUS.test(node.expression.name.text) || !isHandle(unwrap(node.expression.expression))) return undefined;
    return ts.isPropertyAccessExpression(node.parent) ? undefined : node.arguments[0];
  },
  made,
  sendsInPlace: true,
};

/** `response.created(book)`, `response.status(201).send(book)`, `response.redirect().toPath('/')`. */
function made(part: FormPart, set: Expression | undefined): Sent | undefined {
  const { node, source } = part;
  if (!ts.isCallExpression(node)) return undefined;
  const { start, links } = linksOf(node);
  const last = links.at(-1);
  if (last === undefined || links[0] === undefined || !part.isHandle(start)) return undefined;
  const [first] = last.call.arguments;
  const own = links.find(({ name }) => STATUS.test(name))?.call.arguments[0];
  const status = own === undefined ? set : statusValue(source, own);
  if (links.some(({ name }) => name === 'redirect'))
    return { status: { kind: 'literal', value: 302 }, mediaType: 'none', body: ABSENT };
  if (FILES.test(last.name)) return { ...(status && { status }), mediaType: 'application/octet-stream', body: STRING };
  if (last.name === 'send' || last.name === 'json') return bodyOf(source, status, first, 'text/plain');
  const named = statusNamed(last.name);
  return named === undefined ? undefined : bodyOf(source, { kind: 'literal', value: named }, first, 'text/plain');
}
