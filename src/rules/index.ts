import { contract001 } from './contract-001.js';
import { contract002 } from './contract-002.js';
import { contract003 } from './contract-003.js';
import { contract004 } from './contract-004.js';
import { contract005 } from './contract-005.js';
import type { DescribedRule, Rule } from './rule.js';
import { validationRules } from './validation-rules.js';

/** Each rule of a scan, by id. A page of the same name documents it in this folder. */
export const rules: readonly Rule[] = [contract001, contract002, contract003, contract004, contract005];

/** The rules of scans and of `validate`, by id: each has a page, a severity, and findings that can be ignored. */
export const describedRules: readonly DescribedRule[] = [...rules, ...validationRules];
