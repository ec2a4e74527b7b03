import { TEMPLATES } from '../frameworks/lambda-profile.js';
import { SAMPLES } from './environment-samples.js';

/** Files that say how module specifiers are to be read. */
export const configFiles: readonly string[] = [
  'package.json',
  'jsconfig.json',
  'tsconfig.json',
  'tsoa.json',
  ...SAMPLES,
  ...TEMPLATES,
  ...['js', 'mjs', 'cjs', 'ts', 'mts'].map((extension) => `next.config.${extension}`),
  '*.prisma',
  ...['app', 'base', 'build', 'common', 'lib', 'node', 'options', 'paths', 'server', 'settings', 'shared', 'src'].map(
    (part) => `tsconfig.${part}.json`,
  ),
];
