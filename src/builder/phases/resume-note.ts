/** The state of a resumed build. */
export interface Resumed {
  readonly verified_contract_ids: readonly string[];
  readonly violated_contract_ids: readonly string[];
  /** Files in the index. */
  readonly registered_artifacts: readonly string[];
  /** A team was at work when the build ended. */
  readonly teammates_lost: boolean;
  /** Completed phases of this milestone. */
  readonly done: readonly string[];
}

const LISTED = 100;

/** Describes the time before the interruption (REQ-063). */
export function resumeNote(resumed: Resumed): string {
  const lines = [
    'This build was interrupted and goes on. What earlier agents left is in the files; begin from what you find there.',
    ...listed('Done before', resumed.done),
    ...listed('Contracts that were found kept', resumed.verified_contract_ids),
    ...listed('Contracts that were found broken', resumed.violated_contract_ids),
    ...listed(
      'Registered with Codebase Intelligence already, not to be registered again unless changed',
      resumed.registered_artifacts,
    ),
    ...(resumed.teammates_lost
      ? [
          'Agent teams were active before: those teammates are lost with all they knew, and no message reaches them. New ones are started.',
        ]
      : []),
  ];
  return lines.join('\n');
}

function listed(what: string, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return [];
  const rest = entries.length - LISTED;
  return [`${what}: ${entries.slice(0, LISTED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
}
