/** The enabled scans: the settings `contract_scans`. */
export interface Scans {
  readonly endpoint_schema_scan: boolean;
  readonly missing_endpoint_scan: boolean;
  readonly event_schema_scan: boolean;
  readonly shared_model_scan: boolean;
  /** Absent: off. */
  readonly undocumented_endpoint_scan?: boolean;
}

/** The rule that each scan enables. */
const RULE_OF_SCAN: Readonly<Record<keyof Scans, string>> = {
  endpoint_schema_scan: 'CONTRACT-001',
  missing_endpoint_scan: 'CONTRACT-002',
  event_schema_scan: 'CONTRACT-003',
  shared_model_scan: 'CONTRACT-004',
  undocumented_endpoint_scan: 'CONTRACT-005',
};

/** Whether each scan that a rule needs is on. */
export function isOn(rule: string, scans: Scans): boolean {
  return Object.entries(RULE_OF_SCAN).every(([name, switched]) => switched !== rule || scans[name as keyof Scans] === true);
}
