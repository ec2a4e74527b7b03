import type { Profile } from '../profile.js';

export const FAST = 'csharp/fast-endpoints';

const SIGNALS =
  /using[ \t]{1,9}(?:static[ \t]{1,9})?FastEndpoints\b|\b(?:Use|Map)FastEndpoints\b|\boverride\s{1,9}void\s{1,9}Configure\s{0,9}\(\s{0,9}\)|:\s{0,9}(?:Sub)?Group\b/;

/** What the FastEndpoints reader resolves, and the gaps it leaves. https://fast-endpoints.com/docs */
export const fastProfile: Profile = {
  id: FAST,
  title: 'FastEndpoints',
  matching: { anyCase: true, headByGet: false },
  resolves: [
    '`Get("/x")` … and `Verbs` with `Routes` in `Configure`, attributes; groups and groups below groups, the global prefix and its override, versions of endpoints, groups and the service',
    'what is sent: `Send.OkAsync(x)`, `SendAsync(x, 201)` and their like, `Response`, results of `ExecuteAsync`, the response type of the base class',
  ],
  gaps: ['routes that a method elsewhere sets; senders of the service itself; a serializer of responses'],
  signals: (text) => SIGNALS.test(text),
};
