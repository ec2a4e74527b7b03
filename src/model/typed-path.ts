import type { PathTemplate } from './endpoint.js';
import { patternMark } from './parameter-pattern.js';

/**
 * The notations of typed parameters: `<int:id>` (Flask, Django), `<id:int>` (Sanic), `{id:int}` (Starlette), `{int:id}`
 * (django-ninja).
 */
export type TypedForm = 'angled' | 'angled-name-first' | 'braced' | 'braced-type-first';

const FORMS: Readonly<Record<TypedForm, { readonly parameter: RegExp; readonly isNameFirst: boolean }>> = {
  angled: { parameter: /<(?:([^<>:]{0,200}):)?([^<>:]{0,200})>/g, isNameFirst: false },
  'angled-name-first': { parameter: /<([^<>:]{0,200})(?::([^<>]{0,200}))?>/g, isNameFirst: true },
  braced: { parameter: /\{([^{}:]{0,200}):([^{}]{0,200})\}/g, isNameFirst: true },
  'braced-type-first': { parameter: /\{([^{}:]{0,200}):([^{}]{0,200})\}/g, isNameFirst: false },
};

/** Types that accept any text. */
const ANY_TEXT = /^(?:|str|string|strorempty|any)$/;

export const isTypedForm = (text: unknown): text is TypedForm => typeof text === 'string' && Object.hasOwn(FORMS, text);

/**
 * Converts a path, or a part of one, whose parameters may have types; a parameter of the type `path` matches any number of
 * segments.
 */
export function typedPath(path: string, form: TypedForm): PathTemplate {
  const { parameter, isNameFirst } = FORMS[form];
  return path.replace(parameter, (_, first: string | undefined, second: string | undefined) => {
    const [name, type] = isNameFirst ? [first, second] : [second, first];
    const kind = type?.trim() ?? '';
    const mark = kind === 'path' ? '*' : ANY_TEXT.test(kind) ? '' : patternMark(kind, 'path');
    return `{${name ?? ''}${mark}}`;
  });
}
