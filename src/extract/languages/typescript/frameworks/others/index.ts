import { ts } from 'ts-morph';
import type { FileGap } from '../../../../../facts/fact.js';
import type { Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { requiredModule } from '../../names/origins.js';
import type { Source } from '../../source.js';
import { callsOf } from '../../values/fluent-chains.js';
import { METRICS, OTHERS, othersProfile } from './profile.js';

/** Services of frameworks that are not read: a gap that names the framework hides their routes. So it is for metrics of packages. */
export const others: Extractor<Source> = { ...othersProfile, extract: (source) => ({ facts: [], gaps: gapsOf(source) }) };

const KNOWN = OTHERS.map(([title, packages, used]) => ({ title, used, packages: new RegExp(`^(?:${packages})$`) }));

const SERVES_METRICS = new RegExp(`^(?:${METRICS})$`);

function gapsOf(source: Source): readonly FileGap[] {
  const gaps = new Map<string, FileGap>();
  for (const { specifier, node } of imported(source)) {
    if (SERVES_METRICS.test(specifier)) {
      const hides = { routes: [{ method: 'GET', path: '/metrics' }] };
      gaps.set(specifier, { reason: 'dynamic-mount', detail: `${specifier} serves metrics`, at: atOf(source, node), hides });
    }
    const known = KNOWN.find(({ packages }) => packages.test(specifier));
    if (known === undefined || gaps.has(known.title) || known.used?.test(source.text) === false) continue;
    const detail = `routes of ${known.title} are not read`;
    gaps.set(known.title, { reason: 'unsupported-framework', detail, at: atOf(source, node), hides: 'service' });
  }
  return [...gaps.values()];
}

/** Modules that a file imports or requires, including type imports. */
function imported({ tree }: Source): readonly { readonly specifier: string; readonly node: ts.Node }[] {
  const declared = tree.statements.flatMap((node) =>
    ts.isImportDeclaration(node) && ts.isStringLiteralLike(node.moduleSpecifier)
      ? [{ specifier: node.moduleSpecifier.text, node }]
      : [],
  );
  const required = callsOf(tree).flatMap((node) => {
    const given = node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments?.[0] : undefined;
    const specifier = given !== undefined && ts.isStringLiteralLike(given) ? given.text : requiredModule(node);
    return specifier === undefined ? [] : [{ specifier, node }];
  });
  return [...declared, ...required];
}
