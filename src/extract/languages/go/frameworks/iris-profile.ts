import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of Iris, and what it leaves open. */
export const irisProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/iris',
  title: 'Iris',
  resolves: [
    '`iris.New` and `iris.Default`, `Party`, `PartyFunc`, handed to functions and methods of other packages',
    '`Get` to `Trace`, `Any`, `Handle`; `{name}`, `{name:type}` and `{name:path}`',
    'what handlers send by `ctx.JSON`, `ctx.StopWithJSON` and their like, with `ctx.StatusCode`',
  ],
  gaps: ['controllers of `mvc` and handlers of `ConfigureContainer`', 'what is sent as bytes, files or streams'],
  // https://docs.iris-go.com/iris/routing: literal segments first; GET answers GET alone
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/kataras\/iris\b/.test(text),
};
