import fc from 'fast-check';
import { unifiedDiff } from '../../src/fix/line-diff.js';

test('shows changed lines with three around them', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
  const after = lines.with(4, 'five').toSpliced(20, 1);
  expect(unifiedDiff('a.yaml', lines.join('\n'), after.join('\n'))).toBe(
    [
      '--- a/a.yaml',
      '+++ b/a.yaml',
      '@@ -2,7 +2,7 @@',
      ...[' line 2', ' line 3', ' line 4', '-line 5', '+five', ' line 6', ' line 7', ' line 8'],
      '@@ -18,7 +18,6 @@',
      ...[' line 18', ' line 19', ' line 20', '-line 21', ' line 22', ' line 23', ' line 24'],
      '',
    ].join('\n'),
  );
  expect(unifiedDiff('a.yaml', 'a', 'a')).toBe('');
});

test('a diff applied to the old text gives the new one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = unifiedDiff('f', before.join('\n'), after.join('\n')).split('\n').slice(2, -1);
      const result: string[] = [];
      let at = 0;
      for (const line of hunks) {
        const [, start] = /^@@ -(\d+)/.exec(line) ?? [];
        if (start !== undefined) while (at < Number(start) - 1) result.push(before[at++] ?? '');
        else if (line.startsWith('+')) result.push(line.slice(1));
        else {
          expect(before[at]).toBe(line.slice(1));
          if (line.startsWith(' ')) result.push(line.slice(1));
          at += 1;
        }
      }
      expect([...result, ...before.slice(at)]).toEqual(after);
    }),
  );
});
