import type { Severity, Violation } from './rule.js';

/** `CONTRACT-001` or `CONTRACT-001/extra` -> its severity; the longer key wins. */
export type SeverityOverrides = Readonly<Record<string, Severity | 'off'>>;

/** Whether a rule is off as a whole. */
export function isSwitchedOff(check: string, overrides: SeverityOverrides): boolean {
  return own(overrides, check) === 'off';
}

/** Violations with the configured severities, without those that are off. */
export function applySeverities(violations: readonly Violation[], overrides: SeverityOverrides): readonly Violation[] {
  return violations.flatMap((violation) => {
    const configured = own(overrides, `${violation.check}/${violation.problem}`) ?? own(overrides, violation.check);
    if (configured === 'off') return [];
    return [configured === undefined ? violation : { ...violation, severity: configured }];
  });
}

function own(overrides: SeverityOverrides, key: string): Severity | 'off' | undefined {
  return Object.hasOwn(overrides, key) ? overrides[key] : undefined;
}
