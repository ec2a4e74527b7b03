/** Names of tasks that repair something (seed 002): task lists and logs are searched for them. */
const REM_FIX = 'CC100X REM-FIX:';
const REM_EVIDENCE = 'CC100X REM-EVIDENCE:';
/** Earlier lists call a fix so; nothing new is called that. */
const REM_FIX_BEFORE = 'CC100X REMEDIATION:';

const LONGEST = 120;

/** A task that repairs something, before it becomes somebody's. */
export interface RemTask {
  readonly name: string;
  readonly description: string;
}

/** Code is changed. @param reason what has to be fixed: the exact words are the description */
export function remFixTask(reason: string): RemTask {
  return { name: `${REM_FIX} ${inShort(reason)}`, description: reason };
}

/** Nothing is changed: what was claimed is shown. */
export function remEvidenceTask(reason: string): RemTask {
  return { name: `${REM_EVIDENCE} ${inShort(reason)}`, description: reason };
}

/** What a task repairs by its name; undefined: nothing. */
export function repairs(name: string): 'fix' | 'evidence' | undefined {
  if (name.startsWith(REM_FIX) || name.startsWith(REM_FIX_BEFORE)) return 'fix';
  return name.startsWith(REM_EVIDENCE) ? 'evidence' : undefined;
}

function inShort(reason: string): string {
  const [line = ''] = reason.trim().split('\n');
  return line.length <= LONGEST ? line.trim() : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}
