/** The exit codes of the tool, for its help and README. */
export const EXIT_CODES: readonly { readonly code: number; readonly means: string }[] = [
  { code: 0, means: 'No finding at or above `--fail-on`.' },
  {
    code: 1,
    means:
      'Findings at or above `--fail-on`, changes that `--fail-on` names (`--base`), or less decided than `--min-decided` requires.',
  },
  {
    code: 2,
    means:
      'A mistake in the call: an unknown option, a broken configuration, a named contract that is broken or missing, every scan switched off.',
  },
  {
    code: 3,
    means:
      'Incomplete: an extractor or rule crashed, a shard is missing, no readable contract was found, no subject of a contract could be compared, no field of its JSON bodies could be compared, or a bug.',
  },
  { code: 130, means: 'Interrupted with Ctrl-C.' },
];
