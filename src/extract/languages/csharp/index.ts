import type { Extraction, Language } from '../../extractor.js';
import { declares } from './declares.js';
import { aspnetProfile } from './frameworks/aspnet-profile.js';
import { extractFile } from './open.js';
import { resolve } from './resolve.js';

const profiles = [aspnetProfile];

/** C#, by masked sources: nothing is built and nothing needs to be installed. */
export const csharp: Language = {
  id: 'csharp',
  title: 'C#',
  extensions: ['.cs'],
  configFiles: [],
  frameworks: profiles.map(({ id, title, resolves, gaps }) => ({ id, title, resolves, gaps })),
  prepare: async () => {},
  candidate: (path, text) => profiles.some((one) => one.signals(text, path)),
  extract: (path, text): Extraction => extractFile(path, text),
  resolve,
  declares: (_, text) => declares(text),
};
