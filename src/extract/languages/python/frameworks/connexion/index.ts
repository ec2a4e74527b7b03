import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { DOCUMENT } from '../../../../document-paths.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { type Binding, factName, lookup, onlyValue, originOf, type Scope } from '../../scope.js';
import { type Source, unknown } from '../../source.js';
import { argument, keyword, lastName, type Node, option, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { connexionProfile, TABLE } from './profile.js';

const BY = connexionProfile.id;
type Call = Extract<Node, { kind: 'call' }>;

/** Connexion (https://connexion.readthedocs.io/en/latest/routing.html): the document defines the routes. */
export const connexion: Extractor<Source> = {
  ...connexionProfile,
  extract: (source): Extraction => {
    const facts: Fact[] = [];
    for (const scope of source.definitions.scopes) {
      if (scope.form === 'class') continue;
      for (const [name, binding] of scope.bindings) facts.push(...appOf(source, scope, name, binding));
      for (const { node } of scope.calls) if (node.kind === 'call') facts.push(...mountedBy(source, scope, node));
    }
    return { facts, gaps: [] };
  },
};

const isApp = (scope: Scope, node: Node | undefined): boolean =>
  node?.kind === 'call' && /^connexion(?:\.\w+)*\.(?:App|FlaskApp|AsyncApp|AioHttpApp)$/.test(originOf(scope, node.of) ?? '');

/** `app = connexion.App(...)`, and its inner Flask app: `flask_app = app.app`. */
function appOf(source: Source, scope: Scope, name: string, binding: Binding): readonly Fact[] {
  const made = onlyValue(binding);
  const stored = made?.kind === 'attribute' && made.name === 'app' && made.of.kind === 'name' ? made.of : undefined;
  const around = stored === undefined ? made : storedBy(scope, stored);
  if (!isApp(scope, around) || binding.kind !== 'variable') return [];
  return [{ kind: 'router', by: BY, name: factName(scope, name), root: true, at: source.at(binding.start) }];
}

/** `app.add_api('openapi.yaml', base_path='/v1')`. */
function mountedBy(source: Source, scope: Scope, call: Call): readonly Fact[] {
  if (call.of.kind !== 'attribute' || call.of.name !== 'add_api') return [];
  const prefix = option(call, 'base_path');
  const document = pathIn(scope, argument(call, 0, 'specification'));
  const app = storedBy(scope, call.of.of);
  const folder = app?.kind === 'call' ? pathIn(scope, keyword(app, 'specification_dir')) : undefined;
  const at = source.at(call.start);
  const [within, path] = [tidy(folder), tidy(document)];
  // the path of a parser's document includes the folder
  const name = `${DOCUMENT}${within !== '' && path.startsWith(`${within}/`) ? '' : within}/${path}`;
  const child: Expression =
    document === undefined ? unknown('the document is not named by a text') : { kind: 'name', name, space: 'value' };
  return [
    ...(document === undefined ? [] : [{ kind: 'import' as const, name, specifier: name, imported: TABLE, at }]),
    {
      kind: 'mount',
      by: BY,
      parent: readValue(source, scope, call.of.of),
      child,
      ...(prefix === undefined ? {} : { prefix: readValue(source, scope, prefix), replaces: true }),
      certainty: 'router',
      at,
    },
  ];
}

const tidy = (path = ''): string =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');

/**
 * A text, or the texts in a path expression: `Path(__file__).parent / 'openapi.yaml'`, `os.path.join(here, 'specs')`, a constant
 * of the file, or the document that a parser reads from a path (`parser.specification`).
 */
function pathIn(scope: Scope, node: Node | undefined, depth = 0): string | undefined {
  const inner = (of: Node | undefined): string | undefined => (depth < MAX_DEPTH ? pathIn(scope, of, depth + 1) : undefined);
  if (node?.kind === 'operation' && node.operator === '/') {
    const [left, right] = [inner(node.left), inner(node.right)];
    return right === undefined || left === undefined ? right : `${left}/${right}`;
  }
  if (node?.kind === 'call' && /^(?:Path|join|abspath|str)$/.test(lastName(node.of) ?? '')) {
    const parts = node.arguments.flatMap(({ value }) => inner(value) ?? []);
    return parts.length === 0 ? undefined : parts.join('/');
  }
  if (node?.kind === 'name') {
    const stored = storedBy(scope, node);
    return stored?.kind === 'name' ? undefined : inner(stored);
  }
  const parser = node?.kind === 'attribute' && node.name === 'specification' ? storedBy(scope, node.of) : undefined;
  if (parser?.kind !== 'call') return plainText(node);
  const path = inner(argument(parser, 0));
  return path !== undefined && /\.(?:json|ya?ml)$/.test(path) ? path : undefined;
}

const MAX_DEPTH = 5;

const storedBy = (scope: Scope, node: Node): Node | undefined =>
  node.kind === 'name' ? onlyValue(lookup(scope, node.name)?.binding) : undefined;
