import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import type { Source } from '../source.js';
import { textAt } from '../tokens.js';
import { ASPNET } from './aspnet-profile.js';

const TAKES_CONTROLLERS =
  /^(?:MapControllers|MapControllerRoute|MapDefaultControllerRoute|UseMvc|UseMvcWithDefaultRoute|AddControllers|AddControllersWithViews|AddMvc|AddMvcCore)$/;

/** The service, which takes the controllers that are nearest to it, where a program switches them on. */
export function bootstrapFacts(source: Source): readonly Fact[] {
  const { tokens } = source;
  const index = tokens.list.findIndex(
    ({ kind, text }, at) => kind === 'word' && TAKES_CONTROLLERS.test(text) && textAt(tokens, at - 1) === '.',
  );
  if (index < 0) return [];
  const at = tokens.at(index);
  const router: Expression = { kind: 'name', name: '(app)', space: 'value' };
  return [
    { kind: 'router', by: ASPNET, name: '(app)', root: true, at },
    { kind: 'gather', by: ASPNET, router, at },
  ];
}
