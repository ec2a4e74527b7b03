import type { Profile } from '../../../../extractor.js';

export const FAST = 'csharp/fast-endpoints';

const SIGNALS =
  /using[ \t]{1,9}(?:static[ \t]{1,9})?FastEndpoints\b|\b(?:Use|Map)FastEndpoints\b|\boverride\s{1,9}void\s{1,9}Configure\s{0,9}\(\s{0,9}\)|:\s{0,9}(?:Sub)?Group\b/;

/** What every file is asked for FastEndpoints. https://fast-endpoints.com/docs */
export const fastProfile: Profile = {
  id: FAST,
  title: 'FastEndpoints',
  matching: { anyCase: true, headByGet: false },
  signals: (text) => SIGNALS.test(text),
};
