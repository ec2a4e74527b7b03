import type { Extraction, Language } from '../../extractor.js';
import { declares } from './declares.js';
import { profiles } from './frameworks/profiles.js';
import type * as open from './open.js';
import { resolve } from './resolve.js';

type Reading = typeof open;
/** What reads sources: loaded when the first one is read. */
let reading: Reading | undefined;

function extractFile(path: string, text: string): Extraction {
  if (reading === undefined) throw new Error('C#: prepare() comes before extract()');
  return reading.extractFile(path, text);
}

/** C#, by masked sources: nothing is built and nothing needs to be installed. */
export const csharp: Language = {
  id: 'csharp',
  title: 'C#',
  extensions: ['.cs'],
  configFiles: [],
  frameworks: profiles.map(({ id, title, resolves, gaps }) => ({ id, title, resolves, gaps })),
  prepare: async () => {
    reading ??= await import('./open.js');
  },
  candidate: (path, text) => profiles.some((one) => one.signals(text, path)),
  extract: extractFile,
  resolve,
  declares: (_, text) => declares(text),
};
