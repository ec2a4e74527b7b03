import { extractFile } from '../../../../../src/extract/languages/typescript/open.js';
import { expectQuick } from '../../../../processor-time.js';

test('relations of one class, each with its listeners, take time in proportion', async () => {
  const relations = Array.from({ length: 12_000 }, (_, index) => `  @ManyToOne(() => E) x${index}: E;`).join('\n');
  const text = `import { Entity, ManyToOne } from 'typeorm';\n@Entity() export class E {\n${relations}\n}\n`;
  await expectQuick(1500, () => extractFile('src/e.ts', text));
});
