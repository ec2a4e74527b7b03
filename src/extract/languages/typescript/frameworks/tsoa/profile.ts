import type { Profile } from '../profile.js';

const SIGNALS = /tsoa["'/]|RegisterRoutes|TsoaRoute/;

/** What the reader of tsoa resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
export const tsoaProfile: Profile = {
  id: 'typescript/tsoa',
  title: 'tsoa',
  // as Express, its default: https://tsoa-community.github.io/docs/getting-started.html
  matching: { anyCase: true, firstMatch: true },
  resolves: [
    '`@Route` classes with their methods, inherited ones too; `routes.basePath` of tsoa.json; what `RegisterRoutes` is given',
    'status by `@SuccessResponse`, `this.setStatus` and `void`; the declared or inferred result; `@Res()` responders',
  ],
  gaps: ['a status that is set by a condition', 'settings of tsoa in JavaScript or under another name'],
  signals: (text) => SIGNALS.test(text),
};
