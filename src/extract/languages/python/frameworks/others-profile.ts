import type { Profile } from './profile.js';

/** Frameworks that are known by their imports alone. */
export const OTHERS: readonly (readonly [title: string, imported: string])[] = [
  ['Litestar', 'litestar|starlite'],
  ['Falcon', 'falcon'],
  ['Bottle', 'bottle'],
  ['Pyramid', 'pyramid\\.config'],
  ['BlackSheep', 'blacksheep'],
  ['CherryPy', 'cherrypy'],
];
export const IMPORTED = new RegExp(
  `^[ \\t]{0,40}(?:from|import)[ \\t]{1,9}(?:${OTHERS.map(([, one]) => `(${one})`).join('|')})\\b`,
  'm',
);

/** What is recognised and not read: nothing of the service may be called missing. */
export const othersProfile: Profile = {
  id: 'python/others',
  title: 'Other frameworks',
  resolves: [],
  gaps: [`${OTHERS.map(([title]) => title).join(', ')}: recognised by their imports, which hides the service`],
  signals: (text) => IMPORTED.test(text),
};
