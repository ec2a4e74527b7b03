import { join } from 'node:path';
import { scan } from '../../src/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { frameworks } from './frameworks.js';
import { bodies, handlers, paths, routing, type Writing } from './idioms.js';
import { Kit } from './service.js';

afterAll(removeFolders);

const SCANS = {
  endpoint_schema_scan: true,
  missing_endpoint_scan: true,
  event_schema_scan: false,
  shared_model_scan: false,
} as const;

/** What a scan says of the four operations of a service, by their last segment. */
async function verdictsOf(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const dir = folderOf(files);
  const { matrix, violations } = await scan({ repository: dir, dir, contracts: [join(dir, 'openapi.yaml')], scans: SCANS });
  const fields = violations.flatMap(({ field, severity }) => (severity === 'error' ? (field?.replace('[].', '') ?? []) : []));
  return Object.fromEntries(
    matrix.map(({ subject, status }) => [
      subject.slice(subject.lastIndexOf('/') + 1),
      status === 'violated' ? `violated: ${fields.join()}` : status,
    ]),
  );
}

const DECIDED = { books: 'verified', orders: 'verified', pens: 'violated: color', lost: 'missing' };

/** One small service, written in many idioms and frameworks: each is decided, and rightly. */
describe.each(frameworks)('$name', (framework) => {
  const kit = new Kit(framework);
  const writings: Readonly<Record<string, Readonly<Record<string, Writing>>>> = { handlers, routing, paths, bodies };
  describe.each(Object.keys(writings))('%s', (area) => {
    const written = Object.entries(writings[area] ?? {}).flatMap(([name, writing]) => {
      const idiom = writing(kit);
      return idiom === undefined ? [] : [[name, idiom] as const];
    });
    test.each(written)('%s', async (_, idiom) => {
      expect(await verdictsOf(kit.files(idiom))).toEqual(DECIDED);
    });
  });
});
