import type { BuildRenderer } from './build-report.js';
import { json } from './json.js';
import { markdown } from './markdown.js';
import { text } from './text.js';

/** All formats of the report on a build. */
export const buildReports: readonly BuildRenderer[] = [text, json, markdown];
