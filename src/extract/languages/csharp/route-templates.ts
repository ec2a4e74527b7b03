import type { Expression } from '../../../facts/expression.js';
import { routeTemplates } from '../../../model/route-template.js';

/** The tokens of a template, in the order of the operator's `keys`. */
const TOKENS = ['controller', 'action', 'area'] as const;

const VERSION = /\{\w{1,40}:apiVersion\}/g;

/** Clients may request `1.0` as `1`. */
const spellingsOf = (version: string): readonly string[] =>
  version.endsWith('.0') ? [version.slice(0, -2), version] : /^\d+$/.test(version) ? [version, `${version}.0`] : [version];

/** The path or paths of a template; `values` replace its tokens, `versions` replace `{version:apiVersion}`. */
export function templatePath(template: Expression, values: readonly Expression[], versions: readonly string[] = []): Expression {
  const isPlain = values.every(({ kind }) => kind === 'literal');
  if (template.kind === 'literal' && isPlain) {
    const known = new Map(
      values.map((value, index) => [TOKENS[index] ?? '', value.kind === 'literal' ? String(value.value) : '']),
    );
    const text = String(template.value);
    const spelt = versions.flatMap(spellingsOf);
    const written = spelt.length === 0 ? [text] : spelt.map((version) => text.replace(VERSION, () => version));
    const paths = [...new Set(written)].map((one) => routeTemplates(one, known));
    if (paths.some((one) => one === undefined)) return { kind: 'unknown', why: 'its template is not understood' };
    const all: Expression[] = paths.flatMap((one) => (one ?? []).map((value) => ({ kind: 'literal', value })));
    return all.length === 1 && all[0] !== undefined ? all[0] : { kind: 'tuple', items: all };
  }
  return { kind: 'operator', operator: 'route-template', of: template, keys: { kind: 'tuple', items: values } };
}

/** Does the template ignore the prefixes around it? */
export function isAbsolute(template: Expression): boolean {
  const first = template.kind === 'text' ? template.parts[0] : template;
  return first?.kind === 'literal' && /^~?\//.test(String(first.value));
}
