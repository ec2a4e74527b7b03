import { diffJson } from './json.js';
import { diffMarkdown } from './markdown.js';
import type { DiffReport } from './report.js';
import { diffSarif } from './sarif.js';
import { diffText } from './text.js';

/** The formats of `--format` and `--output` for `diff`. */
export const diffReports: readonly DiffReport[] = [diffText, diffJson, diffMarkdown, diffSarif];
