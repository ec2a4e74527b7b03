import type { DiffRule } from '../../diff/rule.js';

const EFFECTS = {
  narrows: 'fewer payloads or calls are valid',
  widens: 'more payloads or calls are valid',
  shifts: 'some are no longer valid, others are',
  keeps: 'the same ones are valid',
} as const;

const DIRECTIONS = {
  request: 'what others send to the service',
  response: 'what the service sends to others',
  none: 'the call, the model or the contract as a whole',
} as const;

const SEVERITIES = {
  error: 'it breaks consumers of the base',
  warning: 'it may break consumers of the base',
  note: 'it is compatible',
} as const;

/** The rules of `diff`, one line each. */
export function diffRuleList(rules: readonly DiffRule[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  return rules.map(({ id, severity, purpose }) => `${id.padEnd(width)}  ${severity.padEnd(7)}  ${purpose}\n`).join('');
}

/** The page of one rule of `diff`, in Markdown. */
export function diffRulePage({ id, purpose, direction, effect, severity, mirror, unlike }: DiffRule): string {
  const other =
    typeof mirror === 'string'
      ? `Its mirror in the other direction is \`${mirror}\`.${unlike === undefined ? '' : ` The two are not equally grave: ${unlike}.`}`
      : `It has no mirror: ${mirror.none}.`;
  return `# ${id}

${purpose}

- Severity: ${severity}; ${SEVERITIES[severity]}.
- About: ${DIRECTIONS[direction]}.
- Effect: ${EFFECTS[effect]}.

${other}
`;
}

/** All rules as a page in Markdown. */
export function diffRuleTable(rules: readonly DiffRule[]): string {
  const rows = rules.map(({ id, direction, effect, severity, purpose, mirror }) => {
    const other = typeof mirror === 'string' ? `\`${mirror}\`` : `none: ${mirror.none}`;
    return `| \`${id}\` | ${direction === 'none' ? '' : direction} | ${effect} | ${severity} | ${purpose} | ${other} |`;
  });
  return `# The rules of \`tallystick diff\`

One question decides: does the set of valid payloads shrink or grow, and on whose side? \`request\` is what others send to the service, \`response\` what the service sends to others; events that it handles are requests in this sense, events that it publishes responses. To narrow a request breaks those who send it, to widen a response those who read it. *Error*: it breaks consumers of the base. *Warning*: it may. *Note*: it is compatible.

| rule | direction | effect | severity | finds | mirror |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
