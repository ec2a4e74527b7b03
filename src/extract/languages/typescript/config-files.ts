/** Files that say how module specifiers are to be read. */
export const configFiles: readonly string[] = [
  'package.json',
  'jsconfig.json',
  'tsconfig.json',
  ...['app', 'base', 'build', 'common', 'lib', 'node', 'options', 'paths', 'server', 'settings', 'shared', 'src'].map(
    (part) => `tsconfig.${part}.json`,
  ),
];
