import { isAsked, type Language, type Profile } from '../../extractor.js';
import { lazily } from '../../lazily.js';
import { eventProfiles } from './events/profiles.js';
import { BUILD_FILES } from './files/build-files.js';
import { BUILD_SCRIPTS } from './files/dependencies.js';
import { othersProfile } from './frameworks/others/profile.js';
import { frameworkProfiles } from './frameworks/profiles.js';
import { declares, resolve } from './resolve.js';
import { setsNaming } from './sets-naming.js';

const profiles: readonly Profile[] = [...Object.values(frameworkProfiles), ...Object.values(eventProfiles)];
const CONFIGURATION = ['application.properties', 'application.yml', 'application.yaml', ...BUILD_FILES, ...BUILD_SCRIPTS];

/** Test source sets: `src/integrationTest`, `src/testFixtures`, `src/test-integration`. */
const TESTS = /(?:^|\/)src\/(?:it|jmh|\w{0,40}Test|test\w{0,40}|test-[\w-]{1,40}|[\w-]{1,40}-test)\//;

const reading = lazily('Java and Kotlin', () => import('./open.js'));
const finding = lazily('Java and Kotlin', () => import('./symbols.js'));

/** Java and Kotlin. */
export const jvm: Language = {
  id: 'jvm',
  title: 'Java and Kotlin',
  extensions: ['.java', '.kt'],
  configFiles: CONFIGURATION,
  documents: ['.yml', '.yaml', '.json'],
  frameworks: profiles.filter((one) => one !== othersProfile),
  prepare: reading.load,
  candidate: (path, text, aspects) =>
    !TESTS.test(path) && (setsNaming(text) || profiles.some((one) => isAsked(one, aspects) && one.signals(text, path))),
  declares,
  extract: (path, text, aspects, read) => reading.loaded().extractFile(path, text, aspects, read),
  resolve,
  prepareSymbols: finding.load,
  symbols: (path, text) => finding.loaded().symbolsOf(path, text),
};
