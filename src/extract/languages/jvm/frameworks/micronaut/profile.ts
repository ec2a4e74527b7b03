import type { Profile } from '../profile.js';

const SIGNALS = /\bio\.micronaut\.(?:http\.annotation|http\.client|web\.router)\b/;

/** What the Micronaut reader resolves, and the gaps it leaves. */
export const micronautProfile: Profile = {
  id: 'jvm/micronaut',
  title: 'Micronaut',
  resolves: [
    '`@Controller` with `@Get`, `@Post` and the like, URI templates (optional segments, patterns, query parts), lists of `uris`, placeholders, `micronaut.server.context-path`; routes of interfaces and base classes',
    'declared results through `HttpResponse`, `Optional`, publishers and futures; `@Status`; bodies that are written out; null is left out, as Micronaut does unless it is configured otherwise; whether a list, map or text is there is unknown, as it is left out while it is empty',
  ],
  gaps: [
    'routes that a `RouteBuilder` makes, and methods that are named by `@CustomHttpMethod`, hide the service',
    'filters that change bodies',
  ],
  signals: (text) => SIGNALS.test(text),
};
