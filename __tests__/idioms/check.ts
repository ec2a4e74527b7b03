import { join } from 'node:path';
import type { OpenReason } from '../../src/model/open-reason.js';
import { scan } from '../../src/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { contractOf, type Expected } from './service.js';

/** A service as one idiom writes it in one framework. */
export interface Cell {
  readonly idiom: string;
  readonly expected: Expected;
  readonly files: Readonly<Record<string, string>>;
}

interface Writer<I> {
  readonly files: (idiom: I) => Readonly<Record<string, string>>;
}

/** The cells of a framework: what its kit writes; an idiom without a writing does not exist in it. */
export const cellsOf = <I extends Expected, K extends Writer<I>>(
  kit: K,
  writings: Readonly<Record<string, (kit: K) => I | undefined>>,
): readonly Cell[] =>
  Object.entries(writings).flatMap(([idiom, write]) => {
    const written = write(kit);
    return written === undefined ? [] : [{ idiom, expected: written, files: kit.files(written) }];
  });

/** The idioms whose operations stay unverified, in all frameworks or in some, with the kind of the first reason. */
export type Unverified = Readonly<Record<string, OpenReason | Readonly<Record<string, OpenReason>>>>;

const SCANS = {
  endpoint_schema_scan: true,
  missing_endpoint_scan: true,
  event_schema_scan: false,
  shared_model_scan: false,
} as const;

/** What a scan says of the four operations of a service, by their last segment. */
async function verdictsOf({ files, expected }: Cell): Promise<Readonly<Record<string, string>>> {
  const dir = folderOf({ ...files, 'openapi.yaml': contractOf(expected) });
  const { matrix, violations } = await scan({ repository: dir, dir, contracts: [join(dir, 'openapi.yaml')], scans: SCANS });
  const fields = violations.flatMap(({ field, severity }) => (severity === 'error' ? (field ?? []) : []));
  return Object.fromEntries(
    matrix.map(({ subject, status, reason }) => [
      subject.slice(subject.lastIndexOf('/') + 1),
      status === 'violated'
        ? `violated: ${fields.map((field) => field.split('.').at(-1)).join()}`
        : status === 'unverified'
          ? `unverified: ${reason}`
          : status,
    ]),
  );
}

const DECIDED = { books: 'verified', orders: 'verified', pens: 'violated: color', lost: 'missing' };

interface Written {
  readonly framework: string;
  readonly cells: readonly Cell[];
}

/** Each idiom in every third framework, so that each framework has a third of them. */
const thirdOf = (written: readonly Written[]): readonly Written[] => {
  const order = [...new Set(written.flatMap(({ cells }) => cells.map(({ idiom }) => idiom)))];
  return written.map(({ framework, cells }, index) => ({
    framework,
    cells: cells.filter(({ idiom }) => (order.indexOf(idiom) + index) % 3 === 0),
  }));
};

/**
 * Decides each cell, and rightly: all of them, or a third of them for a quick run. Listed ones stay unverified: one that is decided
 * must leave the list, and no operation may be decided wrongly meanwhile.
 */
export function describeCells(written: readonly Written[], unverified: Unverified, isWhole: boolean): void {
  afterAll(removeFolders);
  describe.each(isWhole ? written : thirdOf(written))('$framework', ({ framework, cells }) => {
    test.each(cells.map((cell) => [cell.idiom, cell] as const))('%s', async (idiom, cell) => {
      const listed = unverified[idiom];
      const reason = typeof listed === 'object' ? listed[framework] : listed;
      const verdicts = await verdictsOf(cell);
      const operations = Object.keys(DECIDED) as readonly (keyof typeof DECIDED)[];
      const isOpen = (operation: string): boolean => verdicts[operation]?.startsWith('unverified') === true;
      const allowed = operations.map((one) => [one, reason !== undefined && isOpen(one) ? verdicts[one] : DECIDED[one]]);
      expect(verdicts).toEqual(Object.fromEntries(allowed));
      expect(verdicts[operations.find(isOpen) ?? '']).toBe(reason && `unverified: ${reason}`);
    });
  });
  test('each unverified idiom is written', () => {
    const idioms = new Set(written.flatMap(({ cells }) => cells.map(({ idiom }) => idiom)));
    expect(Object.keys(unverified).filter((idiom) => !idioms.has(idiom))).toEqual([]);
  });
}
