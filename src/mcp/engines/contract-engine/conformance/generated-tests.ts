import type { OpenedContract } from '../../../../contracts/open.js';
import { planTests } from './cases.js';
import { jestFile } from './jest.js';
import { pytestFile } from './pytest.js';

/** A test file for a contract; empty: no operation can be called. @throws UserError when it is broken */
export async function generatedTests(
  opened: OpenedContract,
  framework: 'jest' | 'pytest',
  withNegative: boolean,
): Promise<string> {
  const plan = await planTests(opened, withNegative);
  if (plan.cases.length === 0) return '';
  return framework === 'jest' ? jestFile(plan) : pytestFile(plan);
}
