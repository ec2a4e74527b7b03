import type { ResultForm, Source } from '../source.js';
import { adonisjsForm } from './adonisjs-form.js';
import { elysiaForm } from './elysia-form.js';
import { h3Form } from './h3-form.js';
import { tsRestForm } from './ts-rest-form.js';

/** Forms of handlers that a file shows by what it imports or mentions, and how it shows them. */
const FORMS: readonly (readonly [shown: RegExp, form: ResultForm])[] = [
  [/["'](?:@adonisjs\/core|@ioc:Adonis)\b/, adonisjsForm],
  [/\bset\s{0,9}\.\s{0,9}status\b|["']elysia["']/, elysiaForm],
  [/\b(?:setResponseStatus|sendNoContent|sendRedirect)\(|["']h3["']/, h3Form],
  [/["']@ts-rest\//, tsRestForm],
];

const known = new WeakMap<Source, readonly ResultForm[]>();

/** The forms that functions of a file may have, without being named by a route of it. */
export function formsIn(source: Source): readonly ResultForm[] {
  const found = known.get(source) ?? FORMS.flatMap(([shown, form]) => (shown.test(source.text) ? [form] : []));
  known.set(source, found);
  return found;
}
