import { removeFolders } from '../temporary-folder.js';
import { isExcepted } from './exceptions.js';
import { fixtureFolder, fixtureServices } from './fixtures.js';
import { allSteps, brokenBy, retainedService } from './law.js';
import { opaqueAt, stepsOf } from './steps.js';

afterEach(removeFolders);

/**
 * An opaque step never makes a finding: whatever call of a fixture service is given what only a package that nobody reads could tell,
 * no operation that the service kept becomes missing or violated. Here of every sixteenth service some steps; all of all in the long tests.
 */
describe('an opaque step never makes a finding', () => {
  const some = fixtureServices().filter((_, index) => index % 16 === 0);
  test.each(some)('%s', async (name) => {
    const service = await retainedService(fixtureFolder(name));
    if (service === undefined) return;
    const steps = allSteps(service).filter((step, index) => index % 5 === 0 && !isExcepted(name, step));
    const broken: string[] = [];
    for (const step of steps.slice(0, 4))
      for (const subject of await brokenBy(service, step)) broken.push(`${step.file}:${step.line} ${subject}`);
    expect(broken).toEqual([]);
  });
});

describe('steps', () => {
  const wrapped = (file: string, text: string): readonly string[] =>
    stepsOf(file, text).map((step) => opaqueAt(file, text, step).split('; ').at(-1) ?? '');

  test('each argument of each call is one', () => {
    expect(wrapped('a.js', "app.get('/users', list(1))")).toEqual([
      "app.get(opaque('/users'), list(1))",
      "app.get('/users', opaque(list(1)))",
      "app.get('/users', list(opaque(1)))",
    ]);
  });

  test('declarations, types and keywords are none', () => {
    expect(
      wrapped('a.ts', 'function list(id: number): void {}\nif (ready) {}\nclass A { show(@Res() res: Response) {} }'),
    ).toEqual([]);
    expect(wrapped('a.py', 'def list(user_id):\n    return 1\n')).toEqual([]);
    expect(wrapped('a.go', 'func list(id int) string {\n}\n')).toEqual([]);
    expect(wrapped('A.java', '@GetMapping("/a") public String list(int id) {}')).toEqual([]);
  });

  test('brackets in texts and comments are text', () => {
    expect(wrapped('a.js', "log(')', 2) // list(1)")).toEqual([
      "log(opaque(')'), 2) // list(1)",
      "log(')', opaque(2)) // list(1)",
    ]);
  });

  test('of a named argument the value is one', () => {
    expect(wrapped('a.py', 'jsonify(total=1)')).toEqual(['jsonify(total=opaque(1))']);
  });
});
