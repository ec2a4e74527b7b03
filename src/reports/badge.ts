import type { Analysis, Health } from '../rules/judge.js';
import { incompleteness, percent } from './verdict.js';

/** Named colours of shields.io. */
const COLORS: Readonly<Record<Health, string>> = {
  passed: 'brightgreen',
  partial: 'orange',
  failed: 'red',
  unknown: 'lightgrey',
};

/**
 * A badge as the JSON that shields.io reads from an address: https://shields.io/badges/endpoint-badge. What is unverified
 * stands beside the ratio, and no incomplete run is green.
 */
export function badge(analysis: Analysis): string {
  const { complianceRatio, errors, health, unverified } = analysis.summary;
  const incomplete = incompleteness(analysis).length > 0;
  const open = unverified > 0 ? `, ${unverified} unverified` : '';
  const message = incomplete
    ? 'incomplete'
    : complianceRatio === null
      ? `unknown${open}`
      : `${percent(complianceRatio)} kept${open}`;
  // Errors may concern no single promise.
  const color = incomplete ? 'lightgrey' : health === 'passed' && errors > 0 ? COLORS.partial : COLORS[health];
  return `${JSON.stringify({ schemaVersion: 1, label: 'contracts', message, color })}\n`;
}
