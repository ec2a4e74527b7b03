import { contract001 } from './contract-001.js';
import { contract002 } from './contract-002.js';
import { contract003 } from './contract-003.js';
import { contract004 } from './contract-004.js';
import { contract005 } from './contract-005.js';
import type { Rule } from './rule.js';

/** Every rule, by id. Each has a page of the same name beside it. */
export const rules: readonly Rule[] = [contract001, contract002, contract003, contract004, contract005];
