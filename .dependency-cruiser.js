import { bundled, importTable, independent, packageTable } from './scripts/import-table.js';

/** A path below `src` as the beginning of a pattern. */
const pattern = (part) => `^src/${part.replaceAll('.', '\\.')}${part.endsWith('.ts') ? '$' : '/'}`;

const directions = importTable.flatMap(({ from, may }) =>
  from.map((part) => ({
    name: `${part}-imports`,
    severity: 'error',
    comment: `${part} may import ${may.length === 0 ? 'nothing else of src' : may.join(', ')}.`,
    from: { path: pattern(part) },
    to: { path: '^src/', pathNot: [part, ...may].map(pattern) },
  })),
);

const packages = packageTable.map(({ what, modules, only, why }) => ({
  name: `only-there: ${what}`,
  severity: 'error',
  comment: `Only ${only.join(', ') || 'nobody'} may import ${what}: ${why}.`,
  from: { path: '^src/', pathNot: only.map(pattern) },
  to: { path: modules },
}));

/** `$1` in `pathNot` is what the group of `from` caught: the file itself and what belongs to it. */
const siblings = independent.map(({ what, siblings }) => ({
  name: `no-${what}-imports-another`,
  severity: 'error',
  comment: `Each ${what} stands alone.`,
  from: { path: `^src/${siblings}` },
  to: { path: `^src/${siblings}`, pathNot: `^src/${siblings.replace(/\([^?)][^)]*\)/, '$1')}` },
}));

/** swc is the parser because TypeScript 7 has no JavaScript API; it reports type-only imports like all others. */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'Also not by types.', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', comment: 'An import that leads nowhere.', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-development-packages',
      severity: 'error',
      comment: 'The bundle holds what is listed as bundled, each with its licence.',
      from: { path: '^src/' },
      to: { path: 'node_modules/', pathNot: bundled.map((name) => `node_modules/${name}/`) },
    },
    ...directions,
    ...packages,
    ...siblings,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
