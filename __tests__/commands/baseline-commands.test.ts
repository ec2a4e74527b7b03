import { baselineCommands } from '../../src/commands/baseline-commands.js';
import { nextSteps } from '../../src/reports/verdict.js';
import { analysisOf, finding } from '../reports/sample.js';

describe('the commands for a baseline', () => {
  test.each([
    [{}, undefined, 'tallystick scan'],
    [{ dir: '-x', service: 'books', basePath: '/v 1' }, 'b.json', "tallystick scan ./-x --base-path '/v 1' --service books"],
    [
      { sheets: ['a.json', 'b'], config: '../c.yml', depth: 'quick' },
      undefined,
      'tallystick merge a.json b --config ../c.yml --depth quick',
    ],
    [{ contracts: ['a.yaml', 'b.yaml'], infer: true }, undefined, 'tallystick scan --contract a.yaml --contract b.yaml'],
  ])('repeat what was said: %j', (stated, file, words) => {
    const named = file === undefined ? '' : ` --baseline ${file}`;
    expect(baselineCommands(stated, file)).toEqual({
      update: `${words}${named} --update-baseline`,
      all: `${words} --no-baseline`,
    });
  });

  test('are proposed where a baseline knows something, or lists what is resolved', () => {
    const commands = baselineCommands({}, undefined);
    const entry = { fingerprint: 'abcdef012345', check: 'c', problem: 'p', contract: 'x', subject: 's' };
    const steps = (known: number, resolved: number) =>
      nextSteps(
        analysisOf({
          violations: [],
          baseline: { file: 'b.json', commands, known: Array(known).fill(finding()), resolved: Array(resolved).fill(entry) },
        }),
      );
    expect(steps(0, 0)).toEqual([]);
    expect(steps(1, 1)).toEqual([
      'Remove the resolved entries from the baseline: `tallystick scan --update-baseline` rewrites it.',
      '`tallystick scan --no-baseline` also reports the findings in the baseline.',
    ]);
  });
});
