/** Prefixes of fix tasks, which task lists and logs are searched for. */
const REM_FIX = 'CC100X REM-FIX:';
const REM_EVIDENCE = 'CC100X REM-EVIDENCE:';

const LONGEST = 120;

/** A fix task without an agent. */
export interface RemTask {
  readonly name: string;
  readonly description: string;
}

/** A task to change code. @param reason the required fix; the description repeats it exactly */
export function remFixTask(reason: string): RemTask {
  return { name: `${REM_FIX} ${inShort(reason)}`, description: reason };
}

/** A task to prove claims, without changes. */
export function remEvidenceTask(reason: string): RemTask {
  return { name: `${REM_EVIDENCE} ${inShort(reason)}`, description: reason };
}

function inShort(reason: string): string {
  const [line = ''] = reason.trim().split('\n');
  return line.length <= LONGEST ? line.trim() : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}
