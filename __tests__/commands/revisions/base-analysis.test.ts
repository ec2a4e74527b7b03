import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCauses } from '../../../src/commands/causes.js';
import { type AskReverted, changeSinceBase, openMemory } from '../../../src/commands/revisions/base-analysis.js';
import { checkoutOf, type Judged } from '../../../src/commands/revisions/checkout.js';
import type { Change } from '../../../src/rules/change.js';
import { type ScanRequest, scan } from '../../../src/scan.js';
import { serviceWith } from '../../action/service.js';
import { type Files, type SampleRepository, sampleRepository, shallowClone } from '../../git/sample-repository.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';

afterAll(removeFolders);

/** A service of which so many promises are broken. */
const broken = (count: number): Files =>
  Object.fromEntries(
    Object.entries(serviceWith(count)).flatMap(([path, text]) => (typeof text === 'string' ? [[path, text]] : [])),
  );
const scans = {
  endpoint_schema_scan: true,
  missing_endpoint_scan: true,
  event_schema_scan: true,
  shared_model_scan: true,
};
const none: AskReverted = async () => ({ ok: false, why: 'nobody is asked' });

interface Proposal {
  readonly repository: SampleRepository;
  readonly judged: Judged;
  readonly base: string;
}

/** A change of a service with one broken promise, merged into `main` as it was, and checked out. */
function proposed(change: Files, before: Files = broken(1)): Proposal {
  const repository = sampleRepository(before);
  const base = repository.git('rev-parse', 'HEAD');
  repository.git('checkout', '--quiet', '-b', 'change');
  const headSha = repository.commit(change);
  repository.git('checkout', '--quiet', '-b', 'merged', 'main');
  repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'change');
  const sha = repository.git('rev-parse', 'HEAD');
  const judged = { headSha, baseSha: base, sha, pullRequest: { number: 7 }, trusted: false, privileged: false };
  return { repository, judged, base };
}

async function since({ repository, judged }: Proposal, over: Partial<ScanRequest> = {}, ask = none) {
  const { folder } = repository;
  const request: ScanRequest = { repository: folder, dir: folder, scans, ...over };
  const checkout = await checkoutOf(folder, judged);
  const answer = await changeSinceBase({ checkout, judged, request }, await scan(request), ask);
  return answer.ok ? { base: answer.value.base, ...counts(answer.value.change) } : answer.why;
}

const counts = (change: Change) =>
  Object.fromEntries(Object.entries(change).flatMap(([part, found]) => (found.length === 0 ? [] : [[part, found.length]])));

describe('the change since the base', () => {
  test('is not known where nothing can be written, which ends nothing else', async () => {
    const before = process.env.RUNNER_TEMP;
    process.env.RUNNER_TEMP = join(folderOf({}), 'gone');
    try {
      expect(await since(proposed(broken(3)))).toContain('ENOENT');
    } finally {
      if (before === undefined) delete process.env.RUNNER_TEMP;
      else process.env.RUNNER_TEMP = before;
    }
  });

  test('comes from a scan of the base in its own tree', async () => {
    const proposal = proposed(broken(3));
    expect(await since(proposal)).toEqual({ base: proposal.base, added: 2, remaining: 1 });
    expect(await since(proposed(broken(0)))).toMatchObject({ fixed: 1 });
  });

  test('reuses equal files that the scan of the head has read', async () => {
    const code = broken(1)['src/part_0.py']?.replace('kept', 'other') ?? '';
    const proposal = proposed({ 'src/part_0.py': code });
    const memory = openMemory();
    expect(await since(proposal, { memory })).toEqual(await since(proposal));
    // What the base has in another form was read anew.
    const { folder } = proposal.repository;
    const { stats } = await scan({ repository: folder, dir: folder, scans, memory });
    expect(stats.cacheHits).toBe(2);
  });

  test('is not known of contracts that only a registry keeps: the base has none of them', async () => {
    const { repository, judged } = proposed(broken(3));
    const { folder } = repository;
    const retained = { openapi: '3.1.0', info: { title: 'Kept', version: '1' }, paths: { '/lost': { get: { responses: {} } } } };
    writeFiles(folder, { '.tallystick/contracts/kept.json': JSON.stringify(retained) });
    const request: ScanRequest = { repository: folder, dir: folder, scans };
    const registered = [{ file: join(folder, '.tallystick/contracts/kept.json') }];
    const checkout = await checkoutOf(folder, judged);
    const changeOf = async (head: ScanRequest) => {
      const answer = await changeSinceBase({ checkout, judged, request }, await scan(head), none);
      return answer.ok ? counts(answer.value.change) : answer.why;
    };

    expect((await scan({ ...request, registered })).matrix.map(({ subject }) => subject)).toContain('GET /lost');
    expect(await changeOf({ ...request, registered })).toEqual({ ...Object(await changeOf(request)), surfaced: 1 });
  });

  test('does not depend on what lies in the folder beside the commit', async () => {
    const proposal = proposed(broken(3));
    writeFileSync(
      join(proposal.repository.folder, 'stray.ts'),
      "import express from 'express';\nexpress().get('/x', () => {});\n",
    );
    expect(await since(proposal)).toMatchObject({ added: 2, remaining: 1 });
  });

  test('leaves out what happened on the base branch since the change left it', async () => {
    const { repository, judged, base } = proposed(broken(3));
    repository.git('checkout', '--quiet', 'main');
    const moved = repository.commit(broken(0));
    repository.git('checkout', '--quiet', 'change');
    expect(await since({ repository, judged: { ...judged, baseSha: moved }, base })).toEqual({ base, added: 2, remaining: 1 });
  });

  test('follows a contract that the change moves, with what is broken of it', async () => {
    const proposal = proposed({ 'openapi.json': null, 'api/openapi.json': broken(3)['openapi.json'] ?? '' });
    expect(await since(proposal)).toEqual({ base: proposal.base, added: 2, remaining: 1 });
  });

  test('knows a contract that git tracks, though the change ignores it', async () => {
    const proposal = proposed({ ...broken(3), '.gitignore': 'openapi.json\n' });
    expect(await since(proposal)).toEqual({ base: proposal.base, added: 2, remaining: 1 });
  });

  test('knows a contract that only the change names', async () => {
    const proposal = proposed({ 'wire/second.json': broken(2)['openapi.json'] ?? '' });
    const contracts = ['openapi.json', 'wire/second.json'].map((path) => join(proposal.repository.folder, path));
    expect(await since(proposal, { contracts })).toMatchObject({ added: 2, remaining: 1 });
  });
});

describe('why what is new is broken', () => {
  const causes = async ({ repository, judged }: Proposal) => {
    const request: ScanRequest = { repository: repository.folder, dir: repository.folder, scans };
    const checkout = await checkoutOf(repository.folder, judged);
    const analysis = await scan(request);
    const answer = await changeSinceBase({ checkout, judged, request }, analysis, none);
    if (!answer.ok) throw new Error(answer.why);
    const { analysis: known, change } = withCauses({ analysis, change: answer.value.change }, answer.value.causes);
    const shown = new Set(known.violations);
    expect(change?.added.filter((violation) => !shown.has(violation))).toEqual([]);
    return known.violations.map(({ field, problem, cause }) => [field, problem, cause]);
  };
  const contract = broken(1)['openapi.json'] ?? '';
  const code = broken(1)['src/part_0.py'] ?? '';

  test('the code changed and the contract did not; what was broken before has no cause', async () => {
    const changed = { 'src/part_0.py': code.replace("'kept': 'x'", "'kept': 7") };
    expect(await causes(proposed(changed))).toEqual([
      ['f0x0', 'missing', undefined],
      ['kept', 'type', 'code-changed'],
    ]);
  });

  test('the contract asks for more of responses, which harms no client: the code lags', async () => {
    expect(await causes(proposed(broken(2)))).toEqual([
      ['f0x0', 'missing', undefined],
      ['f0x1', 'missing', 'contract-ahead'],
    ]);
  });

  test('the contract itself broke', async () => {
    const changed = JSON.parse(contract);
    const schema = changed.paths['/r0'].get.responses['200'].content['application/json'].schema;
    schema.properties.kept.type = 'integer';
    expect(await causes(proposed({ 'openapi.json': JSON.stringify(changed) }))).toEqual([
      ['f0x0', 'missing', undefined],
      ['kept', 'type', 'contract-broke'],
    ]);
  });
});

describe('where the clone does not hold the base', () => {
  const shallow = (proposal: Proposal): Proposal => ({ ...proposal, repository: shallowClone(proposal.repository, 1, 'merged') });
  /** What GitHub would tell of the base. */
  const files = Object.entries(broken(1)).map(([path, text]) => ({ path, content: Buffer.from(text ?? '') }));

  test('the files that differ are asked for and laid over the head’s', async () => {
    const proposal = proposed({ ...broken(3), 'src/added.ts': 'export {};\n' });
    const asked: (string | undefined)[] = [];
    const ask: AskReverted = async (commit) => {
      asked.push(commit);
      return { ok: true, value: { base: proposal.base, files: [...files, { path: 'src/added.ts' }] } };
    };
    expect(await since(shallow(proposal), {}, ask)).toEqual({ base: proposal.base, added: 2, remaining: 1 });
    expect(asked).toEqual([proposal.base]);
  });

  test('nothing is written outside of its folder, for any input', async () => {
    const outside = folderOf({ 'kept.txt': 'kept' });
    const paths = ['../escaped.txt', join(outside, 'escaped.txt'), '.', `../${outside.split('/').at(-1)}/kept.txt`];
    const ask: AskReverted = async () => ({
      ok: true,
      value: { base: 'b', files: [...files, ...paths.map((path) => ({ path, content: Buffer.from('gone') }))] },
    });
    const proposal = proposed(broken(3));
    expect(await since(shallow(proposal), {}, ask)).toMatchObject({ added: 2 });
    const { existsSync } = await import('node:fs');
    expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
    expect(existsSync(join(outside, 'escaped.txt'))).toBe(false);
  });

  test('nothing is written or removed through a link of the head', async () => {
    const outside = folderOf({ 'kept.txt': 'kept' });
    const proposal = proposed(broken(3));
    symlinkSync(outside, join(proposal.repository.folder, 'link'));
    const sha = proposal.repository.commit({}, '--amend');
    const paths = ['link/kept.txt', 'link/new.txt', 'link/new/new.txt'];
    const ask: AskReverted = async () => ({
      ok: true,
      value: {
        base: 'b',
        files: [...files, { path: 'link/kept.txt' }, ...paths.map((path) => ({ path, content: Buffer.from('x') }))],
      },
    });
    const moved = shallow({ ...proposal, judged: { ...proposal.judged, sha } });
    expect(await since(moved, {}, ask)).toMatchObject({ added: 2 });
    expect(readdirSync(outside)).toEqual(['kept.txt']);
    expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
  });

  test('the reason is given when no base can be read', async () => {
    expect(await since(shallow(proposed(broken(3))))).toBe('nobody is asked');
  });
});

describe('the reason is given', () => {
  test('when the base cannot be scanned', async () => {
    const before = { 'package.json': '{}', 'src/app.ts': '' };
    expect(await since(proposed(broken(3), before))).toContain('No contract was found');
    expect(await since(proposed(broken(3), { ...broken(1), 'openapi.json': '{ "openapi": "3.0.3", ' }))).toContain(
      'openapi.json',
    );
  });

  test('when a contract is not in git, or lies elsewhere', async () => {
    const proposal = proposed(broken(3));
    const text = broken(1)['openapi.json'] ?? '';
    writeFileSync(join(proposal.repository.folder, 'made.json'), text);
    const elsewhere = join(folderOf({ 'api.json': text }), 'api.json');
    expect(await since(proposal, { contracts: [join(proposal.repository.folder, 'made.json')] })).toContain('not in git');
    expect(await since(proposal, { contracts: [elsewhere] })).toContain('outside the repository');
  });

  test('when another commit is checked out', async () => {
    const proposal = proposed(broken(3));
    proposal.repository.git('checkout', '--quiet', '--detach', 'main');
    expect(await since(proposal)).toContain('another commit');
  });

  test('when the change is compared with nothing', async () => {
    const { repository, judged, base } = proposed(broken(3));
    repository.git('checkout', '--quiet', 'change');
    const alone = { ...judged, baseSha: undefined };
    expect(await since({ repository, judged: alone, base })).toBe('the event names no commit before it');
  });
});
