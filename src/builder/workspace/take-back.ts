import { withoutBlock } from './delimited-block.js';
import type { GuardedEntry } from './guard-record.js';
import { withoutHooks } from './settings-file.js';

/** What a file that somebody else changed during a build should hold afterwards. */
export type Rest =
  /** What it held before; the change is put aside. */
  | { readonly kind: 'former' }
  /** The change stays, without what was the build's; undefined: nothing is left of the file. */
  | { readonly kind: 'rest'; readonly text: string | undefined };

type TakeBack = (current: string, former: string | undefined) => Rest;

/** How the build's part is taken out of a file, by the kind of file. */
export const takeBack: Readonly<Record<GuardedEntry['how'], TakeBack>> = {
  whole: () => ({ kind: 'former' }),
  block: (current, former) => ({ kind: 'rest', text: withoutBlock(current, former) }),
  settings: (current, former) => {
    const rest = withoutHooks(current, former);
    return rest === 'former' ? { kind: 'former' } : { kind: 'rest', text: rest.text };
  },
};
