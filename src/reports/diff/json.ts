import type { VersionDiff } from '../../diff/change.js';
import type { Location } from '../../model/location.js';
import type { DiffReport } from './report.js';
import { allChanges, diffSummary } from './verdict.js';

/** Version of the JSON report; raised when a field is removed or changes its meaning. */
export const DIFF_FORMAT = 1;

/** Everything, for machines; its schema is `schema/diff.schema.json`. */
export const diffJson: DiffReport = {
  format: 'json',
  render: (diff) => `${JSON.stringify(diffData(diff), null, 2)}\n`,
};

function diffData(diff: VersionDiff) {
  const { tool, base, head, diffs } = diff;
  return {
    formatVersion: DIFF_FORMAT,
    tool: { name: tool.name, version: tool.version },
    base,
    head,
    summary: diffSummary(diff),
    contracts: diffs.map(({ contract, kind, title, versions, subjects }) => ({ contract, kind, title, versions, subjects })),
    changes: allChanges(diff).map((change) => ({
      ...change,
      baseAt: placeData(change.baseAt),
      headAt: placeData(change.headAt),
    })),
    undecided: diffs.flatMap(({ undecided }) => undecided.map(({ at, ...each }) => ({ ...each, at: placeData(at) }))),
  };
}

const placeData = ({ file, line }: Location) => ({ file, line });
