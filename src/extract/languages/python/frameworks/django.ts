import type { Fact, FileGap, Mount } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { bracketless } from '../paths.js';
import { type Binding, factName, originOf, type Scope } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { argument, keyword, lastName, type Node, plainText } from '../syntax.js';
import { readValue } from '../values.js';
import { recordWrappers } from '../wrappers.js';
import { readNinja } from './django-ninja.js';
import { djangoProfile } from './django-profile.js';
import { readRestSettings, readUserSetting } from './django-project.js';
import { responseIn } from './django-responses.js';
import { readUrlFunction } from './django-url-functions.js';
import { filledLists, readRoot, readUrlList, regexPath } from './django-urls.js';
import { readViewClass, readViewFunction } from './django-views.js';

const BY = djangoProfile.id;
type Call = Extract<Node, { kind: 'call' }>;

/** Django (https://docs.djangoproject.com/en/stable/topics/http/urls/), Django REST framework and django-ninja. */
export const django: Extractor<Source> = {
  ...djangoProfile,
  extract: (source): Extraction => {
    const facts: Fact[] = [];
    const gaps: FileGap[] = [];
    const { module, functions, classes, scopes } = source.definitions;
    const filled = filledLists(module);
    recordWrappers(source, (scope, node) => responseIn(source, scope, node));
    for (const definition of classes) readViewClass(source, facts, definition);
    for (const definition of functions) readViewFunction(source, facts, definition);
    for (const definition of functions) readUrlFunction(source, facts, gaps, definition);
    for (const [name, binding] of module.bindings) {
      if (binding.kind !== 'variable') continue;
      if (name === 'ROOT_URLCONF') readRoot(source, facts, binding);
      else if (name === 'REST_FRAMEWORK') readRestSettings(source, facts, binding);
      else if (name === 'AUTH_USER_MODEL') readUserSetting(source, facts, binding);
      else if (!readApiRouter(source, facts, module, name, binding))
        readUrlList(source, facts, gaps, module, name, binding, filled);
    }
    for (const scope of scopes) {
      for (const { node } of scope.calls) if (node.kind === 'call') readRegister(source, facts, scope, node);
    }
    readNinja(source, facts);
    return { facts, gaps };
  },
};

/** `router = DefaultRouter()`; what nested routers are below. */
function readApiRouter(source: Source, facts: Fact[], scope: Scope, name: string, binding: Binding): boolean {
  const [made] = binding.kind === 'variable' ? binding.values : [];
  if (made?.kind !== 'call' || binding.kind !== 'variable') return false;
  const kind = lastName(made.of) ?? '';
  if (originOf(scope, made.of) === undefined || !/Router$/.test(kind) || /^API|^Ninja|^Router$/.test(kind)) return false;
  const at = source.at(binding.start);
  const router = factName(scope, name);
  const prefix = /Nested/.test(kind) ? nestedPrefix(made) : undefined;
  facts.push({ kind: 'router', by: BY, name: router, root: false, ...(prefix === undefined ? {} : { prefix }), at });
  // https://www.django-rest-framework.org/api-guide/routers/#defaultrouter
  const isDefault = kind === 'DefaultRouter' && keyword(made, 'include_root_view') === undefined;
  if (isDefault) {
    const incomplete = 'it lists the service';
    facts.push({
      ...{ kind: 'route', by: BY, method: 'GET', path: literal(''), responses: [], incomplete, at },
      router: { kind: 'name', name: router, space: 'value' },
    });
  }
  return true;
}

/** `NestedSimpleRouter(router, 'domains', lookup='domain')` (https://github.com/alanjds/drf-nested-routers). */
function nestedPrefix(made: Call): ReturnType<typeof literal> {
  const path = plainText(argument(made, 1, 'parent_prefix'));
  const lookup = plainText(keyword(made, 'lookup')) ?? 'nested';
  return path === undefined ? unknown('what it is nested in is not read') : literal(`${bracketless(path)}/{${lookup}_pk}`);
}

/** `router.register('users', UserViewSet)`. */
function readRegister(source: Source, facts: Fact[], scope: Scope, call: Call): void {
  if (call.of.kind !== 'attribute' || call.of.name !== 'register') return;
  const prefix = argument(call, 0, 'prefix');
  const viewset = argument(call, 1, 'viewset');
  if (prefix === undefined || viewset === undefined || viewset.kind === 'text') return;
  const text = plainText(prefix);
  const mounted: Omit<Mount, 'child'> = {
    kind: 'mount',
    by: BY,
    parent: readValue(source, scope, call.of.of),
    prefix: text === undefined ? readValue(source, scope, prefix) : regexPath(text),
    certainty: 'router',
    at: source.at(call.start),
  };
  facts.push({ ...mounted, child: readValue(source, scope, viewset), placed: true });
  // REST framework takes a base name third; routers of other packages take what is nested in the viewset
  const more = call.arguments.filter(
    ({ name, value }, index) => index > 1 && name !== 'basename' && name !== 'base_name' && isMore(value),
  );
  if (more.length > 0) facts.push({ ...mounted, child: unknown('what a router is given besides the viewset is not read') });
}

const isMore = ({ kind }: Node): boolean => kind !== 'text' && kind !== 'constant';
