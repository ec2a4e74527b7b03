import { diffJson } from './json.js';
import { diffMarkdown } from './markdown.js';
import type { DiffReport } from './report.js';
import { diffSarif } from './sarif.js';
import { diffText } from './text.js';

/** The formats that `--format` and `--output` of `diff` know. */
export const diffReports: readonly DiffReport[] = [diffText, diffJson, diffMarkdown, diffSarif];
