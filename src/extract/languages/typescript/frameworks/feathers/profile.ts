import type { Profile } from '../../../../extractor.js';

/** Most files with services import one of its packages. */
export const IMPORTED = /["'](?:@feathersjs\/[\w-]{1,40}|feathers)["']/;

/** What every file is asked for Feathers. */
export const feathersProfile: Profile = {
  id: 'typescript/feathers',
  title: 'Feathers',
  signals: (text) => IMPORTED.test(text) || /\.hooks\(/.test(text),
};
