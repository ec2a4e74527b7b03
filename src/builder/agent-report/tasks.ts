/** Prefixes of fix tasks, which task lists and logs are searched for. */
const REM_FIX = 'CC100X REM-FIX:';
const REM_EVIDENCE = 'CC100X REM-EVIDENCE:';
/** The older prefix; new tasks never have it. */
const REM_FIX_BEFORE = 'CC100X REMEDIATION:';

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

/** The kind of fix by a task's name; undefined: none. */
export function repairs(name: string): 'fix' | 'evidence' | undefined {
  if (name.startsWith(REM_FIX) || name.startsWith(REM_FIX_BEFORE)) return 'fix';
  return name.startsWith(REM_EVIDENCE) ? 'evidence' : undefined;
}

function inShort(reason: string): string {
  const [line = ''] = reason.trim().split('\n');
  return line.length <= LONGEST ? line.trim() : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}
