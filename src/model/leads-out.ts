import { isAbsolute, sep } from 'node:path';

/** Whether a path from one folder to another, as `relative` gives it, leads out of the first one; on Windows also to another drive. */
export function leadsOut(inner: string): boolean {
  return inner === '..' || inner.startsWith(`..${sep}`) || isAbsolute(inner);
}
