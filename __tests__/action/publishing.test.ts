import { personalToken } from '../github/loopback/token.js';
import { testLong } from '../long.js';
import { pullRequest, push } from './events.js';
import { checksOn, FULL, openScene, ownComments, type Scene } from './scene.js';
import { serviceWith } from './service.js';

/** What is published where, as the inputs say it. */

let scene: Scene;
afterEach(() => scene.close());

test('a server of one’s own is asked, and nobody else, with the workflow’s own token; the log repeats no annotation', async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(3), enterprise: true });
  const step = await scene.step({ event: pullRequest(scene.at) });
  expect([step.code, step.stderr]).toEqual([1, '']);
  expect(checksOn(scene, scene.at.headSha).map(({ annotations }) => annotations.length)).toEqual([1]);
  expect(ownComments(scene)).toHaveLength(1);
  expect(ownComments(scene)[0]?.body).toContain(`${scene.github.server}/octo-org/service/`);
  // Pages of rules are where the project is.
  const stated = `${step.summary}${ownComments(scene)[0]?.body}`.replaceAll(/https:\/\/github\.com\/[^\s)]+\/src\/rules\//g, '');
  expect(stated).not.toContain('github.com');
  expect(step.annotations).toEqual([]);
  expect(new Set(scene.github.requests.map(({ token }) => token?.secret))).toEqual(new Set([FULL.secret]));
  expect(scene.github.misuses).toEqual([]);
});

test('a token of a person comments as that person; it makes no check, and the log annotates instead', async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
  const person = personalToken({ login: 'hubot', id: 2, type: 'User' });
  scene.github.tokens.push(person);
  const step = await scene.step({ event: pullRequest(scene.at), inputs: { token: person.secret } });
  expect([step.code, scene.github.world.checkRuns]).toEqual([1, []]);
  expect(scene.github.world.comments.map(({ author }) => author.login)).toEqual(['hubot']);
  expect(step.annotations.filter(({ name }) => name === 'error')).toHaveLength(1);
});

test('check and comment can be switched off; without both, nothing is asked of GitHub that writes', async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
  const inputs = { publish: 'annotations, summary' };
  const step = await scene.step({ event: pullRequest(scene.at), inputs });
  // Files of the base are read by a query of GraphQL, which is a POST.
  const writes = scene.github.requests.filter(({ method, operation }) => method !== 'GET' && operation !== 'POST /graphql');
  expect([step.code, writes]).toEqual([1, []]);
  expect(step.annotations.filter(({ name }) => name === 'error')).toHaveLength(1);
});

test('where nothing is broken, a check is green and no comment is made', async () => {
  scene = await openScene({ base: serviceWith(0), head: { 'README.md': 'x' } });
  const step = await scene.step({ event: pullRequest(scene.at) });
  expect([step.code, checksOn(scene, scene.at.headSha).map(({ conclusion }) => conclusion), ownComments(scene)]).toEqual([
    0,
    ['success'],
    [],
  ]);
});

testLong('shards that are merged tell what is new since the base, as one job does', async () => {
  scene = await openScene({ base: serviceWith(1), head: serviceWith(3) });
  const event = pullRequest(scene.at);
  const sheets: string[] = [];
  for (const shard of ['1/2', '2/2']) {
    const { outputs } = await scene.step({ event, action: 'shard', inputs: { shard } });
    sheets.push(outputs.sheet ?? '');
  }
  const step = await scene.step({ event, action: 'merge', inputs: { sheets: sheets.join('\n') } });
  expect([step.code, step.outputs.errors]).toEqual([1, '3']);
  for (const shown of [step.stdout, step.summary, ownComments(scene)[0]?.body])
    expect(shown).toContain('2 new findings, 0 fixed, 1 from before');
});

test('a commit that was not checked never shows green', async () => {
  scene = await openScene({ base: serviceWith(0), head: { 'README.md': 'x' } });
  scene.repository.commit('elsewhere', { 'README.md': 'y' }, 'main');
  const workspace = scene.repository.checkout('refs/heads/elsewhere');
  const step = await scene.step({ event: pullRequest(scene.at), workspace });
  expect([step.code, checksOn(scene, scene.at.headSha).map(({ conclusion }) => conclusion)]).toEqual([0, ['neutral']]);
  expect(step.summary).toContain('The commit that was checked is');
});

describe('code scanning', () => {
  interface Sarif {
    readonly runs: readonly {
      readonly results: readonly {
        readonly locations: readonly { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } }[];
        readonly relatedLocations: readonly {
          readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
        }[];
        readonly partialFingerprints: Readonly<Record<string, string>>;
      }[];
    }[];
  }

  test('gets all findings, with code and contract, on the head of the pull request; and the same fingerprints again', async () => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
    const inputs = { publish: 'check, comment, summary, code-scanning' };
    await scene.step({ event: pullRequest(scene.at), inputs });
    const at = scene.push({ 'src/part_0.py': `\n\n# moved down\n${serviceWith(3)['src/part_0.py']}` });
    await scene.step({ event: pullRequest(at), inputs, run: 43 });
    const { sarifs } = scene.github.world;
    expect(sarifs.map(({ commit, ref }) => [commit === at.headSha, ref])).toEqual([
      [false, 'refs/pull/7/head'],
      [true, 'refs/pull/7/head'],
    ]);
    const results = sarifs.map(({ sarif }) => (sarif as Sarif).runs.flatMap((run) => run.results));
    for (const { locations, relatedLocations } of results.flat()) {
      expect(locations[0]?.physicalLocation.artifactLocation.uri).toBe('src/part_0.py');
      expect(relatedLocations.map(({ physicalLocation }) => physicalLocation.artifactLocation.uri)).toContain('openapi.json');
    }
    const [first = [], second = []] = results.map((each) => each.map(({ partialFingerprints }) => partialFingerprints));
    expect([first.length, second]).toEqual([3, first]);
    expect(scene.github.misuses).toEqual([]);
  });

  testLong('gets a push under its branch', async () => {
    scene = await openScene({ base: serviceWith(1), head: {} });
    const workspace = scene.repository.checkout('refs/heads/main');
    const event = push('0'.repeat(40), scene.at.baseSha);
    await scene.step({ event, workspace, inputs: { publish: 'check, comment, summary, code-scanning' } });
    expect(scene.github.world.sarifs.map(({ commit, ref }) => [commit, ref])).toEqual([[scene.at.baseSha, 'refs/heads/main']]);
  });

  test('that is switched off is said, and changes nothing else', async () => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
    scene.github.world.codeScanning = false;
    const step = await scene.step({
      event: pullRequest(scene.at),
      inputs: { publish: 'check, comment, summary, code-scanning' },
    });
    expect([step.code, checksOn(scene, scene.at.headSha).length, ownComments(scene).length]).toEqual([1, 1, 1]);
    expect(step.stdout).toContain('Advanced Security must be enabled');
  });
});

describe('suggestions', () => {
  const expected = (serviceWith(1)['openapi.json'] as string).replaceAll('f0x0', 'created_at');
  const drifted = (serviceWith(1)['src/part_0.py'] as string).replace("'kept': 'x',", "'kept': 'x',\n        'createdAt': 'x',");

  test('rename a field on a line that the pull request changes, once however often it is run', async () => {
    scene = await openScene({ base: { ...serviceWith(0), 'openapi.json': expected }, head: { 'src/part_0.py': drifted } });
    await scene.step({ event: pullRequest(scene.at), run: 100 });
    await scene.step({ event: pullRequest(scene.at), run: 101 });
    expect(scene.github.world.reviewComments.map(({ path, line }) => [path, line])).toEqual([
      ['src/part_0.py', drifted.split('\n').findIndex((text) => text.includes('createdAt')) + 1],
    ]);
    expect(scene.github.world.reviewComments[0]?.body).toContain("```suggestion\n        'created_at': 'x',\n```");
    expect(scene.github.misuses).toEqual([]);
  });

  testLong('are made once by runs that race', async () => {
    scene = await openScene({ base: { ...serviceWith(0), 'openapi.json': expected }, head: { 'src/part_0.py': drifted } });
    const workspace = scene.repository.checkout('refs/pull/7/merge');
    scene.github.gates.close('pulls/create-review', 4);
    const steps = [1, 2, 3, 4].map((run) => scene.step({ event: pullRequest(scene.at), workspace, run }));
    for (const step of steps) void step.then(() => scene.github.gates.open());
    await Promise.all(steps);
    expect(scene.github.world.reviewComments).toHaveLength(1);
  });

  test('are not made on lines that the pull request leaves alone', async () => {
    scene = await openScene({ base: { ...serviceWith(0), 'src/part_0.py': drifted }, head: { 'openapi.json': expected } });
    const step = await scene.step({ event: pullRequest(scene.at) });
    expect([step.code, scene.github.world.reviewComments]).toEqual([1, []]);
  });
});
