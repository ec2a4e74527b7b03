import { matrix } from './compliance-matrix.js';
import { github } from './github/annotations.js';
import { html } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './matrix.js';
import type { Report } from './report.js';
import { sarif } from './sarif.js';
import { text } from './terminal.js';

/** The formats of `--format` and `--output`. */
export const reports: readonly Report[] = [text, json, markdown, sarif, junit, html, github, matrix];
