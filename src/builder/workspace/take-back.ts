import { withoutBlock } from './delimited-block.js';
import type { GuardedEntry } from './guard-record.js';
import { withoutHooks } from './settings-file.js';

/** The final content of a file that others changed during a build. */
export type Rest =
  /** Its former content; the change is moved away. */
  | { readonly kind: 'former' }
  /** The change without the build's part; undefined: nothing is left of the file. */
  | { readonly kind: 'rest'; readonly text: string | undefined };

type TakeBack = (current: string, former: string | undefined) => Rest;

/** Removes the build's part from a file, by kind. */
export const takeBack: Readonly<Record<GuardedEntry['how'], TakeBack>> = {
  whole: () => ({ kind: 'former' }),
  block: (current, former) => ({ kind: 'rest', text: withoutBlock(current, former) }),
  settings: (current, former) => {
    const rest = withoutHooks(current, former);
    return rest === 'former' ? { kind: 'former' } : { kind: 'rest', text: rest.text };
  },
};
