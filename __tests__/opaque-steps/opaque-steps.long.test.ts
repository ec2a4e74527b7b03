import { removeFolders } from '../temporary-folder.js';
import { exceptions, isExcepted } from './exceptions.js';
import { fixtureFolder, fixtureServices } from './fixtures.js';
import { allSteps, brokenBy, retainedService } from './law.js';

afterEach(removeFolders);

/** Every argument of every call of every fixture service. */
describe('an opaque step never makes a finding', () => {
  test.each(fixtureServices())('%s', async (name) => {
    const service = await retainedService(fixtureFolder(name));
    if (service === undefined) return;
    const broken: string[] = [];
    for (const step of allSteps(service)) {
      const subjects = await brokenBy(service, step);
      if (subjects.length > 0 && !isExcepted(name, step)) broken.push(`${step.file}:${step.line} ${subjects.join(', ')}`);
    }
    expect(broken).toEqual([]);
  });
});

test('every exception names a step that is there', () => {
  for (const [service, file] of exceptions()) expect(fixtureServices().includes(service) ? [] : [service, file]).toEqual([]);
});
