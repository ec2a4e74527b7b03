import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collect } from '../../../../src/extract/collect.js';
import { jvm } from '../../../../src/extract/languages/jvm/index.js';
import type { Codebase } from '../../../../src/facts/codebase.js';
import { link } from '../../../../src/facts/link.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encodings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const controller = (name: string, path: string): string => `package shop;
import org.springframework.web.bind.annotation.*;
/** Größe, 大きさ */
@RestController
public class ${name} { @GetMapping("${path}") public long size() { return 1; } }
`;

async function read(files: Readonly<Record<string, Buffer | string>>): Promise<Codebase> {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return link(await collect({ repository: folder, dir: folder, languages: [jvm] }));
}

const routesOf = ({ routes }: Codebase): readonly string[] =>
  routes.map((one) => `${one.path} ${one.at.file}:${one.at.line}`).sort();

describe('Java in other encodings than UTF-8', () => {
  test('is read where a mark tells its encoding, and where only texts differ', async () => {
    const utf16 = Buffer.from(`\ufeff${controller('Little', '/little')}`, 'utf16le');
    const swapped = Buffer.from(`\ufeff${controller('Big', '/big')}`, 'utf16le').swap16();
    const code = await read({
      'Plain.java': controller('Plain', '/plain'),
      'Marked.java': `\ufeff${controller('Marked', '/marked')}`,
      'Little.java': utf16,
      'Big.java': swapped,
      'Latin.java': Buffer.from(controller('Latin', '/latin').replace('大きさ', ''), 'latin1'),
    });
    expect(routesOf(code)).toEqual([
      '/big Big.java:5',
      '/latin Latin.java:5',
      '/little Little.java:5',
      '/marked Marked.java:5',
      '/plain Plain.java:5',
    ]);
    expect(code.gaps).toEqual([]);
  });

  test('half a character pair breaks nothing', async () => {
    const text = controller('Odd', '/odd').replace('Größe', 'a\ud83d b');
    const code = await read({ 'Odd.java': Buffer.from(`\ufeff${text}`, 'utf16le') });
    expect(routesOf(code)).toEqual(['/odd Odd.java:5']);
  });

  test('what holds a NUL, and what is larger than code that people write, is a gap and not a hang', async () => {
    const method = (index: number): string =>
      `  @GetMapping("/generated/${index}") public long size${index}() { return ${index}; }\n`;
    const methods = Array.from({ length: 70_000 }, (_, index) => method(index)).join('');
    const large = controller('Large', '/large').replace('{ @Get', `{\n${methods}@Get`);
    expect(large.length).toBeGreaterThan(5_000_000);
    const code = await read({
      'Plain.java': controller('Plain', '/plain'),
      'Nul.java': controller('Nul', '/nul').replace('package', '\0package'),
      'Large.java': large,
    });
    expect(routesOf(code)).toEqual(['/plain Plain.java:5']);
    expect(code.gaps.map(({ reason, at }) => [at.file, reason]).sort()).toEqual([
      ['Large.java', 'too-large'],
      ['Nul.java', 'unreadable-file'],
    ]);
  });
});
