import type { Analysis, Health } from '../../rules/judge.js';
import { headlineRatio, headlineText, incompleteness } from '../verdict.js';

/** Named colours of shields.io. */
const COLORS: Readonly<Record<Health, string>> = {
  passed: 'brightgreen',
  partial: 'orange',
  failed: 'red',
  unknown: 'lightgrey',
};

/**
 * A badge in the JSON form that shields.io reads from a URL: https://shields.io/badges/endpoint-badge. It shows unverified
 * subjects beside the ratio. A run that is incomplete or decided too little is never green.
 */
export function badge(analysis: Analysis): string {
  const { summary } = analysis;
  const { errors, health, unverified, verifiedByRoute } = summary;
  const incomplete = incompleteness(analysis).length > 0;
  const isTelling = headlineRatio(summary) !== undefined;
  const stated = `${headlineText(summary)}${isTelling ? ' kept' : ''}`;
  const others = [
    verifiedByRoute > 0 ? `, ${verifiedByRoute} by route alone` : '',
    unverified > 0 ? `, ${unverified} unverified` : '',
  ];
  const message = incomplete ? 'incomplete' : `${stated}${others.join('')}`;
  // Errors need not concern a subject.
  const good = errors > 0 ? COLORS.partial : isTelling ? COLORS.passed : COLORS.unknown;
  const color = incomplete ? COLORS.unknown : health === 'passed' ? good : COLORS[health];
  return `${JSON.stringify({ schemaVersion: 1, label: 'contracts', message, color })}\n`;
}
