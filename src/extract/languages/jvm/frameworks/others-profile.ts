import type { Profile } from './profile.js';

const SIGNALS =
  /\bio\.(?:javalin|vertx\.ext|quarkus\.vertx|helidon)|\borg\.http4k\.routing|\bspark\.S|\bservlet\.annotation\.WebServlet/;

/** Recognised, but not read: the service may have routes that nobody saw. */
export const othersProfile: Profile = {
  id: 'jvm/others',
  title: 'others',
  resolves: [],
  gaps: [],
  signals: (text) => SIGNALS.test(text),
};
