import { readFileSync } from 'node:fs';
import type { RulePage } from '../reports/report.js';
import { describedRules, rules } from '../rules/index.js';

/** The page of each rule, as literals: the bundler only includes files that it can see. */
const PAGES: Readonly<Record<string, URL>> = {
  'CONTRACT-001': new URL('../rules/contract-001.md', import.meta.url),
  'CONTRACT-002': new URL('../rules/contract-002.md', import.meta.url),
  'CONTRACT-003': new URL('../rules/contract-003.md', import.meta.url),
  'CONTRACT-004': new URL('../rules/contract-004.md', import.meta.url),
  'CONTRACT-005': new URL('../rules/contract-005.md', import.meta.url),
  'VALIDATE-001': new URL('../rules/validate-001.md', import.meta.url),
  'VALIDATE-002': new URL('../rules/validate-002.md', import.meta.url),
  'VALIDATE-003': new URL('../rules/validate-003.md', import.meta.url),
  'VALIDATE-004': new URL('../rules/validate-004.md', import.meta.url),
};

/** The page of a rule as Markdown; undefined: unknown rule. */
export function rulePage(id: string): string | undefined {
  const page = Object.hasOwn(PAGES, id) ? PAGES[id] : undefined;
  return page === undefined ? undefined : readFileSync(page, 'utf8');
}

/** The pages of scan rules; with `validation` also those of `validate`. */
export function rulePages({ validation = false }: { readonly validation?: boolean } = {}): readonly RulePage[] {
  return (validation ? describedRules : rules).map(({ id, title }) => ({ id, title, page: rulePage(id) ?? '' }));
}
