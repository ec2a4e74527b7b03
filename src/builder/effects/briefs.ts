import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathInside } from '../../config/inside.js';
import { narrativeOf } from '../agent-report/parse.js';
import { writeWholeFile } from '../whole-file.js';
import { buildFolder, planFileOf, type Site } from './site.js';

/** More than that no analyst has to say. */
const LONGEST = 200_000;

/** Keeps the analyst's answer: for the phases after it, and as the plan in the workspace that the answer claims. */
export function keepBrief({ workspace }: Site, milestone: string, output: string): void {
  const text = `${narrativeOf(output).trim().slice(0, LONGEST)}\n`;
  writeWholeFile(buildFolder(workspace, 'briefs', `${milestone}.md`), text);
  const file = join(workspace, planFileOf(milestone));
  if (isInside(workspace, dirname(file))) writeWholeFile(file, text);
}

/** Keeps an answer for the agents that follow. */
export function keepText({ workspace }: Site, name: string, text: string): void {
  writeWholeFile(buildFolder(workspace, 'briefs', `${name}.md`), text.slice(0, LONGEST));
}

/** The analyst's answer, or another that was kept; empty: there is none. */
export function readBrief({ workspace }: Site, name: string): string {
  const file = buildFolder(workspace, 'briefs', `${name}.md`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Whether a folder, or the nearest one above it that is there, lies in the workspace: a link could lead anywhere. */
function isInside(workspace: string, folder: string): boolean {
  if (!existsSync(folder)) return isInside(workspace, dirname(folder));
  return pathInside(workspace, realpathSync(folder)) !== undefined || realpathSync(folder) === workspace;
}
