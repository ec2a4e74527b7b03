import { pathKey } from '../model/endpoint.js';
import { append } from '../model/multi-map.js';
import type { Contract } from './contract.js';

/** The maximum number of files that are named for one title. */
const MOST_NAMED = 3;

/**
 * For contracts that the user did not name: a sentence for each title that several have, with mostly the same operations at the
 * same place. The code is compared with each of them, and can satisfy only one where they differ. Versions with different
 * prefixes are served side by side.
 */
export function versionNotices(contracts: readonly Contract[]): readonly string[] {
  const groups = new Map<string, Contract[]>();
  for (const contract of contracts) {
    if (contract.title === '' || contract.operations.length === 0) continue;
    const key = JSON.stringify([contract.title, [...contract.prefixes].sort()]);
    append(groups, key, contract);
  }
  return [...groups.values()].flatMap((group) => {
    const [newest] = group.toSorted((one, other) => other.version.localeCompare(one.version, 'en', { numeric: true }));
    const alike = group.filter((one) => newest !== undefined && isAlike(one, newest));
    if (newest === undefined || alike.length < 2) return [];
    const named = alike.slice(0, MOST_NAMED).map(({ id, version }) => `${id} (${version})`);
    const more = alike.length > MOST_NAMED ? ` and ${alike.length - MOST_NAMED} more` : '';
    return [
      `${alike.length} contracts with the title ${newest.title} have mostly the same operations, and the code is compared with each: ${named.join(', ')}${more}. If it serves only one of them, name that one in .tallystick.yml: \`contracts: ["${newest.id}"]\`.`,
    ];
  });
}

/** Whether the other contract has most of the operations of the smaller one. */
function isAlike(one: Contract, other: Contract): boolean {
  const [small = [], large = []] = [placesOf(one), placesOf(other)].sort((a, b) => a.length - b.length);
  const expected = new Set(large);
  return small.filter((place) => expected.has(place)).length * 2 > small.length;
}

const placesOf = ({ operations }: Contract): readonly string[] =>
  operations.map(({ method, path }) => `${method} ${pathKey(path)}`);
