/** The exit codes of the tool, for its help and README. */
export const EXIT_CODES: readonly { readonly code: number; readonly means: string }[] = [
  { code: 0, means: 'No finding at or above `--fail-on`.' },
  {
    code: 1,
    means:
      'Findings at or above `--fail-on`, what `--fail-on` names of a change (`--base`), or less decided than `--min-decided` asks for.',
  },
  {
    code: 2,
    means:
      'A mistake in what was asked: an unknown option, a broken configuration, a named contract that is broken or not there, every scan switched off.',
  },
  {
    code: 3,
    means:
      'Incomplete: an extractor or rule crashed, a shard is missing, no contract was found that can be read, contracts that promise nothing or of which not one subject could be compared, contracts with JSON bodies of which not one field could be, or a bug.',
  },
  { code: 130, means: 'Interrupted with Ctrl-C.' },
];
