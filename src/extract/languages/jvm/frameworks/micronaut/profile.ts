import type { Profile } from '../../../../extractor.js';

const SIGNALS = /\bio\.micronaut\.(?:http\.annotation|http\.client|web\.router)\b/;

/** What the Micronaut reader resolves, and the gaps it leaves. */
export const micronautProfile: Profile = {
  id: 'jvm/micronaut',
  title: 'Micronaut',
  signals: (text) => SIGNALS.test(text),
};
