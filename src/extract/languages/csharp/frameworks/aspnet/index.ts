import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { converterFacts } from '../../converter-classes.js';
import { jsonOptions } from '../../json-options.js';
import { typeNamed } from '../../names.js';
import { type Source, scopeOf, valueNamed } from '../../source.js';
import { isWord, textAt } from '../../syntax/tokens.js';
import { readType } from '../../syntax/type-syntax.js';
import { controllerFacts } from './controllers.js';
import { endpointFacts } from './endpoints.js';
import { filterFacts } from './filters.js';
import { globalFilters } from './global-filters.js';
import { namedGroups } from './named-groups.js';
import { ASPNET, aspnetProfile } from './profile.js';

/** ASP.NET Core: controllers and minimal APIs. https://learn.microsoft.com/aspnet/core */
export const aspnet: Extractor<Source> = { ...aspnetProfile, extract };

function extract(source: Source): Extraction {
  return {
    facts: [
      ...controllerFacts(source),
      ...bootstrapFacts(source),
      ...addedParts(source),
      ...endpointFacts(source),
      ...namedGroups(source),
      ...filterFacts(source),
      ...globalFilters(source),
      ...jsonOptions(source),
      ...converterFacts(source),
    ],
    gaps: [],
  };
}

const TAKES_CONTROLLERS =
  /^(?:MapControllers|MapControllerRoute|MapDefaultControllerRoute|UseMvc|UseMvcWithDefaultRoute|AddControllers|AddControllersWithViews|AddMvc|AddMvcCore)$/;

/** The service, which takes the nearest controllers, in a program that enables controllers. */
function bootstrapFacts(source: Source): readonly Fact[] {
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

/** Assemblies whose controllers a program adds; one that is not in the repository may handle any request. */
function addedParts(source: Source): readonly Fact[] {
  const { tokens } = source;
  return tokens.list.flatMap(({ kind, text }, index): readonly Fact[] => {
    const isAdded =
      kind === 'word' &&
      ((text === 'AddApplicationPart' && textAt(tokens, index - 1) === '.') ||
        (text === 'AssemblyPart' && textAt(tokens, index - 1) === 'new'));
    if (!isAdded || textAt(tokens, index + 1) !== '(') return [];
    const child = assemblyAt(source, index + 2);
    return child === undefined ? [] : [{ kind: 'mount', by: ASPNET, child, certainty: 'router', at: tokens.at(index) }];
  });
}

/** `typeof(T).Assembly` as the type, `Assembly.Load("…")` as an unknown one; undefined for the program's own assembly. */
function assemblyAt(source: Source, place: number, hops = 0): Expression | undefined {
  const { tokens } = source;
  const word = textAt(tokens, place);
  if (word === 'typeof') {
    const type = readType(tokens, place + 2, tokens.list.length)?.type;
    if (type?.kind === 'named' && type.name === 'Program') return undefined;
    return type?.kind === 'named' ? valueNamed(typeNamed(scopeOf(source, undefined), type.name)) : UNSEEN;
  }
  if (word === 'Assembly' && /^Get(?:Executing|Entry|Calling)Assembly$/.test(textAt(tokens, place + 2))) return undefined;
  const isVariable = isWord(tokens, place) && /^[),]$/.test(textAt(tokens, place + 1)) && hops === 0;
  const made = isVariable
    ? tokens.list.findIndex(({ text }, at) => text === word && at < place && textAt(tokens, at + 1) === '=')
    : -1;
  return made < 0 ? UNSEEN : assemblyAt(source, made + 2, hops + 1);
}

const UNSEEN: Expression = { kind: 'unknown', why: 'an assembly that is not in the repository' };
