import type { Extraction, Language } from '../../extractor.js';
import { jaxrsProfile } from './frameworks/jaxrs-profile.js';
import { othersProfile } from './frameworks/others-profile.js';
import { springProfile } from './frameworks/spring-profile.js';
import type * as open from './open.js';
import { declares, resolve } from './resolve.js';
import { setsNaming } from './sets-naming.js';

const profiles = [springProfile, jaxrsProfile, othersProfile];
const CONFIGURATION = ['application.properties', 'application.yml', 'application.yaml'];

/** Source sets of tests: `src/integrationTest`, `src/testFixtures`. */
const TESTS = /(?:^|\/)src\/(?:it|jmh|\w{0,40}Test|test\w{0,40})\//;

type Reading = typeof open;
/** What reads sources: loaded when the first one is read. */
let reading: Reading | undefined;

function extractFile(path: string, text: string): Extraction {
  if (reading === undefined) throw new Error('Java and Kotlin: prepare() comes before extract()');
  return reading.extractFile(path, text);
}

/** Java and Kotlin. */
export const jvm: Language = {
  id: 'jvm',
  title: 'Java and Kotlin',
  extensions: ['.java', '.kt'],
  configFiles: CONFIGURATION,
  frameworks: profiles
    .filter((one) => one.resolves.length > 0)
    .map(({ id, title, resolves, gaps }) => ({ id, title, resolves, gaps })),
  prepare: async () => {
    reading ??= await import('./open.js');
  },
  candidate: (path, text) => !TESTS.test(path) && (setsNaming(text) || profiles.some((profile) => profile.signals(text, path))),
  declares,
  extract: extractFile,
  resolve,
};
