import type { BuildRenderer } from './build-report.js';
import { json } from './json.js';
import { markdown } from './markdown.js';
import { text } from './text.js';

/** All forms in which a build is told. */
export const buildReports: readonly BuildRenderer[] = [text, json, markdown];
