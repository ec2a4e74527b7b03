import type { Handler } from '../call.js';
import { actions } from './actions.js';
import { checks } from './checks.js';
import { codeScanning } from './code-scanning.js';
import { git } from './git.js';
import { issues } from './issues.js';
import { pulls } from './pulls.js';
import { repos } from './repos.js';

/** What answers each operation, by GitHub's id of it. */
export const handlers: Readonly<Record<string, Handler>> = {
  ...actions,
  ...checks,
  ...codeScanning,
  ...git,
  ...issues,
  ...pulls,
  ...repos,
};
