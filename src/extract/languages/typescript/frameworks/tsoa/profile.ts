import type { Profile } from '../profile.js';

const SIGNALS = /tsoa["'/]|RegisterRoutes|TsoaRoute/;

/** Documentation and signals of the tsoa reader, in a module that does not load the parser. */
export const tsoaProfile: Profile = {
  id: 'typescript/tsoa',
  title: 'tsoa',
  // like Express, its default: https://tsoa-community.github.io/docs/getting-started.html
  matching: { anyCase: true, firstMatch: true },
  resolves: [
    '`@Route` classes with their methods, inherited ones too; `routes.basePath` of tsoa.json; what `RegisterRoutes` is given',
    'status by `@SuccessResponse`, `this.setStatus` and `void`; the declared or inferred result; `@Res()` responders',
  ],
  gaps: ['a status that is set by a condition', 'settings of tsoa in JavaScript or under another name'],
  signals: (text) => SIGNALS.test(text),
};
