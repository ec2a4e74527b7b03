import type { Extraction, Language } from '../../extractor.js';
import { declares } from './declares.js';
import { frameworks } from './frameworks/index.js';
import { extractFile } from './open.js';
import { resolve } from './resolve.js';

/** C#, by masked sources: nothing is built and nothing needs to be installed. */
export const csharp: Language = {
  id: 'csharp',
  title: 'C#',
  extensions: ['.cs'],
  configFiles: [],
  frameworks: frameworks.map(({ id, title, resolves, gaps }) => ({ id, title, resolves, gaps })),
  prepare: async () => {},
  candidate: (path, text) => frameworks.some((one) => one.signals(text, path)),
  extract: (path, text): Extraction => extractFile(path, text),
  resolve,
  declares: (_, text) => declares(text),
};
