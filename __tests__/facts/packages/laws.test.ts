import fc from 'fast-check';
import { collect } from '../../../src/extract/collect.js';
import { languages } from '../../../src/extract/languages/index.js';
import { link } from '../../../src/facts/link.js';
import { describeShape } from '../../../src/model/shape-text.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterEach(removeFolders);

/** What a handler sends whose body is this expression, after these declarations; other files may stand beside. */
async function sent(declarations: string, bodies: readonly string[], files: Record<string, string> = {}): Promise<string[]> {
  const routes = bodies.map((body, index) => `app.get('/${index}', async (req, res) => { res.json(${body}); });`);
  const text = [`import express from 'express';`, declarations, 'const app = express();', ...routes].join('\n');
  const folder = folderOf({ ...files, 'app.ts': text });
  const code = link(await collect({ repository: folder, dir: folder, languages }));
  return code.routes.map(({ responses }) => describeShape(responses[0]?.shape ?? { kind: 'unknown', why: '' }, code.types, 6));
}

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 5 });
const schemas = fc.constantFrom(
  'z.string()',
  'z.number().optional()',
  'z.date().nullable()',
  'z.array(z.boolean())',
  'z.enum(["x"])',
);
const shapes = names.chain((keys) =>
  fc.tuple(...keys.map(() => schemas)).map((values) => ({
    keys,
    text: `const S = z.object({ ${keys.map((key, index) => `${key}: ${values[index]}`).join(', ')} });`,
  })),
);
const mask = (keys: readonly string[]): string => `{ ${keys.map((key) => `${key}: true`).join(', ')} }`;

test('zod: picking all and omitting none change nothing; partial twice is partial', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, async ({ keys, text }) => {
      const [all, picked, omitted, once, twice, required, strict] = await sent(`import { z } from 'zod';\n${text}`, [
        'S.parse(x())',
        `S.pick(${mask(keys)}).parse(x())`,
        'S.omit({}).parse(x())',
        'S.partial().parse(x())',
        'S.partial().partial().parse(x())',
        'S.partial().required().parse(x())',
        'S.required().parse(x())',
      ]);
      expect(picked).toBe(all);
      expect(omitted).toBe(all);
      expect(twice).toBe(once);
      expect(required).toBe(strict);
    }),
    { numRuns: 40 },
  );
});

const columns = fc.constantFrom('Int', 'String?', 'DateTime', 'Boolean', 'String[]', 'Decimal?');
const models = names.chain((keys) =>
  fc.tuple(...keys.map(() => columns)).map((types) => ({
    keys,
    text: `model Thing {\n${keys.map((key, index) => `  ${key} ${types[index]}`).join('\n')}\n}\n`,
  })),
);

test('Prisma: selecting all columns, omitting none and asking for nothing are one; selecting is omitting the others', async () => {
  await fc.assert(
    fc.asyncProperty(models, fc.nat(), async ({ keys, text }, seed) => {
      const some = keys.filter((_, index) => ((seed >> index) & 1) === 1);
      const others = keys.filter((key) => !some.includes(key));
      const [plain, selected, none, chosen, left] = await sent(
        `import { PrismaClient } from '@prisma/client';\nconst db = new PrismaClient();`,
        [
          'await db.thing.findMany()',
          `await db.thing.findMany({ select: ${mask(keys)} })`,
          'await db.thing.findMany({ omit: {} })',
          `await db.thing.findMany({ select: ${mask(some)} })`,
          `await db.thing.findMany({ omit: ${mask(others)} })`,
        ],
        { 'prisma/schema.prisma': text },
      );
      expect(selected).toBe(plain);
      expect(none).toBe(plain);
      expect(fieldsIn(chosen)).toEqual(fieldsIn(left));
    }),
    { numRuns: 40 },
  );
});

const pathTypes = fc.constantFrom(
  'String',
  '{ type: Number, required: true }',
  '{ type: Date, default: Date.now }',
  '[String]',
  '{ deep: { type: Boolean, required: true } }',
);
const mongooseModels = names.chain((keys) =>
  fc.tuple(...keys.map(() => pathTypes)).map((types) => ({
    keys,
    definition: `{ ${keys.map((key, index) => `${key}: ${types[index]}`).join(', ')} }`,
  })),
);

test('mongoose: selecting is leaving the others out; added paths are paths; a document is sent as its plain form', async () => {
  await fc.assert(
    fc.asyncProperty(mongooseModels, fc.nat(), async ({ keys, definition }, seed) => {
      const some = keys.filter((_, index) => index === 0 || ((seed >> index) & 1) === 1);
      const others = keys.filter((key) => !some.includes(key));
      const [plain, document, object, all, added, chosen, left] = await sent(
        [
          `import { model, Schema } from 'mongoose';`,
          `const Thing = model('Thing', new Schema(${definition}));`,
          `const later = new Schema({});\nlater.add(${definition});\nconst Later = model('Later', later);`,
        ].join('\n'),
        [
          'await Thing.find().lean()',
          'await Thing.find()',
          '(await Thing.find()).map((one) => one.toObject())',
          `await Thing.find().select('${['_id', '__v', ...keys].join(' ')}').lean()`,
          'await Later.find().lean()',
          `await Thing.find().select('${some.join(' ')}').lean()`,
          `await Thing.find().select({ ${['__v', ...others].map((key) => `${key}: 0`).join(', ')} }).lean()`,
        ],
      );
      expect(document).toBe(plain);
      expect(object).toBe(plain);
      expect(all).toBe(plain);
      expect(added).toBe(plain);
      expect(fieldsIn(chosen)).toEqual(fieldsIn(left));
    }),
    { numRuns: 40 },
  );
});

const fieldsIn = (text: string | undefined): readonly string[] =>
  [...(text ?? '').matchAll(/(\w+): /g)].map(([, name]) => name ?? '').sort();
