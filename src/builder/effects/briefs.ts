import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathInside } from '../../config/inside.js';
import { narrativeOf } from '../agent-report/parse.js';
import { writeWholeFile } from '../whole-file.js';
import { buildFolder, planFileOf, type Site } from './site.js';

/** Longest stored answer of an analyst. */
const LONGEST = 200_000;

/** Stores the analyst's answer: for later phases, and as the plan file that the answer claims. */
export function storeBrief({ workspace }: Site, milestone: string, output: string): void {
  const text = `${narrativeOf(output).trim().slice(0, LONGEST)}\n`;
  writeWholeFile(buildFolder(workspace, 'briefs', `${milestone}.md`), text);
  const file = join(workspace, planFileOf(milestone));
  if (isInside(workspace, dirname(file))) writeWholeFile(file, text);
}

/** Stores an answer for later agents. */
export function storeText({ workspace }: Site, name: string, text: string): void {
  writeWholeFile(buildFolder(workspace, 'briefs', `${name}.md`), text.slice(0, LONGEST));
}

/** A stored answer, such as the analyst's; empty: none. */
export function readBrief({ workspace }: Site, name: string): string {
  const file = buildFolder(workspace, 'briefs', `${name}.md`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Whether a folder, or its nearest existing parent, is in the workspace: a link could lead anywhere. */
function isInside(workspace: string, folder: string): boolean {
  if (!existsSync(folder)) return isInside(workspace, dirname(folder));
  return pathInside(workspace, realpathSync(folder)) !== undefined || realpathSync(folder) === workspace;
}
