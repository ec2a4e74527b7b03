import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of Fiber, and what it leaves open. */
export const fiberProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/fiber',
  title: 'Fiber',
  resolves: [
    '`fiber.New`, `Group`, `Route`, `Mount`, apps and routers handed to functions',
    '`Get` to `Trace`, `All`, `Add`; `:name`, `:name?`, `+` and `*`',
    'what handlers send by `c.JSON`, `c.Status(…).JSON` and their like',
  ],
  gaps: ['errors that handlers return and the error handler answers', 'what is sent as bytes, files or streams'],
  // https://docs.gofiber.io/api/fiber#config (`CaseSensitive` is false), https://docs.gofiber.io/guide/routing: in order of registration; GET answers HEAD
  matching: { silentSuccess: true, anyCase: true, firstMatch: true },
  signals: (text) => /github\.com\/gofiber\/fiber\b/.test(text),
};
