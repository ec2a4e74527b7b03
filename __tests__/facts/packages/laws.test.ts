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

const dataTypes = fc.constantFrom(
  'DataTypes.STRING',
  '{ type: DataTypes.INTEGER, allowNull: false }',
  '{ type: DataTypes.BOOLEAN, defaultValue: true }',
  '{ type: DataTypes.ENUM("x", "y"), allowNull: false }',
);
const sequelizeModels = names.chain((keys) =>
  fc.tuple(...keys.map(() => dataTypes)).map((types) => ({
    keys,
    definition: `{ ${keys.map((key, index) => `${key}: ${types[index]}`).join(', ')} }`,
  })),
);

test('Sequelize: selecting all attributes and excluding none change nothing; selecting is excluding the others', async () => {
  await fc.assert(
    fc.asyncProperty(sequelizeModels, fc.nat(), async ({ keys, definition }, seed) => {
      const some = keys.filter((_, index) => ((seed >> index) & 1) === 1);
      const others = keys.filter((key) => !some.includes(key));
      const list = (chosen: readonly string[]): string => `[${chosen.map((key) => `'${key}'`).join(', ')}]`;
      const [plain, selected, none, chosen, left, initialized] = await sent(
        [
          `import { DataTypes, Model, Sequelize } from 'sequelize';`,
          'const sequelize = new Sequelize();',
          `const Thing = sequelize.define('Thing', ${definition}, { timestamps: false });`,
          `class Other extends Model {}\nOther.init(${definition}, { sequelize, timestamps: false });`,
        ].join('\n'),
        [
          'await Thing.findAll()',
          `await Thing.findAll({ attributes: ${list(['id', ...keys])} })`,
          'await Thing.findAll({ attributes: { exclude: [] } })',
          `await Thing.findAll({ attributes: ${list(some)} })`,
          `await Thing.findAll({ attributes: { exclude: ${list(['id', ...others])} } })`,
          'await Other.findAll()',
        ],
      );
      // what associations add is not among what is selected by name
      expect(selected).toBe(plain?.replace(', ...unknown', ''));
      expect(none).toBe(plain);
      expect(initialized).toBe(plain);
      expect(fieldsIn(chosen)).toEqual(fieldsIn(left?.replace(/(?:, )?\.\.\.unknown/, '')));
    }),
    { numRuns: 40 },
  );
});

const fieldsIn = (text: string | undefined): readonly string[] =>
  [...(text ?? '').matchAll(/(\w+): /g)].map(([, name]) => name ?? '').sort();

/** Object schemas of a library with some keys, each with one of these schemas. */
const objectsOf = (name: string, values: readonly string[]): fc.Arbitrary<{ keys: readonly string[]; text: string }> =>
  names.chain((keys) =>
    fc.tuple(...keys.map(() => fc.constantFrom(...values))).map((chosen) => ({
      keys,
      text: `const S = ${name}.object({ ${keys.map((key, index) => `${key}: ${chosen[index]}`).join(', ')} });`,
    })),
  );
const listed = (keys: readonly string[]): string => `[${keys.map((key) => `'${key}'`).join(', ')}]`;

const joiSchemas = [
  'Joi.string().required()',
  'Joi.number()',
  'Joi.date().allow(null)',
  'Joi.boolean().default(true)',
  'Joi.any().strip()',
];

test('joi: adding no keys and joining with itself change nothing; saying what holds anyway is saying nothing', async () => {
  await fc.assert(
    fc.asyncProperty(objectsOf('Joi', joiSchemas), async ({ keys, text }) => {
      const [plain, appended, itself, silent, built, required, forked] = await sent(`import Joi from 'joi';\n${text}`, [
        'await S.validateAsync(x())',
        'await S.append({}).validateAsync(x())',
        'await S.concat(S).validateAsync(x())',
        `await S.unknown(false).validateAsync(x(), { presence: 'optional', abortEarly: false })`,
        `await Joi.object().keys({ ${keys.map((key) => `${key}: S.extract('${key}')`).join(', ')} }).validateAsync(x())`,
        `await S.validateAsync(x(), { presence: 'required' })`,
        `await S.fork(${listed(keys)}, (one) => one.required()).validateAsync(x())`,
      ]);
      expect(plain).not.toContain('unknown');
      expect(appended).toBe(plain);
      expect(itself).toBe(plain);
      expect(silent).toBe(plain);
      expect(built).toBe(plain);
      expect(forked).toBe(required);
    }),
    { numRuns: 40 },
  );
});

const yupSchemas = [
  'yup.string().required()',
  'yup.number()',
  'yup.date().nullable()',
  'yup.boolean().default(true)',
  'yup.mixed().strip()',
  `yup.string().oneOf(['x'])`,
];

test('yup: picking all and omitting none change nothing; partial twice is partial; the fields of a schema make it again', async () => {
  await fc.assert(
    fc.asyncProperty(objectsOf('yup', yupSchemas), async ({ keys, text }) => {
      const [plain, picked, omitted, itself, again, once, twice, stripped, closed] = await sent(
        `import * as yup from 'yup';\n${text}`,
        [
          'S.validateSync(x())',
          `S.pick(${listed(keys)}).validateSync(x())`,
          'S.omit([]).validateSync(x())',
          'S.concat(S).validateSync(x())',
          'yup.object({ ...S.fields }).validateSync(x())',
          'S.partial().validateSync(x())',
          'S.partial().partial().validateSync(x())',
          'S.validateSync(x(), { stripUnknown: true })',
          'S.noUnknown().validateSync(x())',
        ],
      );
      expect(picked).toBe(plain);
      expect(omitted).toBe(plain);
      expect(itself).toBe(plain);
      expect(again).toBe(plain);
      expect(twice).toBe(once);
      expect(closed).toBe(stripped);
      expect(stripped).not.toContain('unknown');
    }),
    { numRuns: 40 },
  );
});

const members = fc.constantFrom('number;', 'string | null;', 'Date;', 'string[];');
const classes = names.chain((keys) =>
  fc.tuple(fc.tuple(...keys.map(() => members)), fc.subarray([...keys], { minLength: 1 })).map(([types, exposed]) => ({
    exposed,
    text: ['All', 'Shown']
      .map((name) => {
        const fields = keys.map(
          (key, index) => `${name === 'Shown' && exposed.includes(key) ? '@Expose() ' : ''}${key}: ${types[index]}`,
        );
        return `class ${name} { ${fields.join(' ')} }`;
      })
      .join('\n'),
  })),
);

test('class-transformer: without annotations an instance is as its class; only what is exposed is left of extraneous values', async () => {
  await fc.assert(
    fc.asyncProperty(classes, async ({ exposed, text }) => {
      const declared = `import { Expose, instanceToPlain, plainToInstance } from 'class-transformer';\n${text}\nconst all: All = x();`;
      const [plain, there, back, shown] = await sent(declared, [
        'all',
        'plainToInstance(All, all)',
        'instanceToPlain(plainToInstance(All, all))',
        'plainToInstance(Shown, all, { excludeExtraneousValues: true })',
      ]);
      expect(plain).not.toContain('unknown');
      expect(there).toBe(plain);
      expect(back).toBe(plain);
      expect(fieldsIn(shown)).toEqual([...exposed].sort());
    }),
    { numRuns: 40 },
  );
});

test('Prisma: what is counted and grouped is what is asked for, and a group has its columns as rows have them', async () => {
  await fc.assert(
    fc.asyncProperty(models, async ({ keys, text }) => {
      const [selected, groups, counts, kinds] = await sent(
        `import { PrismaClient } from '@prisma/client';\nconst db = new PrismaClient();`,
        [
          `await db.thing.findMany({ select: ${mask(keys)} })`,
          `await db.thing.groupBy({ by: ${listed(keys)} })`,
          `await db.thing.count({ select: ${mask(keys)} })`,
          `(await db.thing.aggregate({ _count: ${mask(keys)} }))._count`,
        ],
        { 'prisma/schema.prisma': text },
      );
      expect(fieldsIn(groups)).toEqual(fieldsIn(selected));
      expect(groups).toBe(selected);
      expect(groups).not.toContain('unknown');
      expect(counts).toBe(kinds);
      expect(fieldsIn(counts)).toEqual([...keys].sort());
    }),
    { numRuns: 40 },
  );
});

const tableColumns = fc.constantFrom(`integer('c').notNull()`, `text('c')`, `timestamp('c').notNull()`, `boolean('c')`);
const tables = names.chain((keys) =>
  fc.tuple(...keys.map(() => tableColumns)).map((types) => ({
    keys,
    text: [
      `import { relations } from 'drizzle-orm';`,
      `import { drizzle } from 'drizzle-orm/node-postgres';`,
      `import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';`,
      `const things = pgTable('things', { ${keys.map((key, index) => `${key}: ${types[index]}`).join(', ')} });`,
      `const thingsRelations = relations(things, ({ many }) => ({ parts: many(things) }));`,
      'const db = drizzle(url, { schema: { things, thingsRelations } });',
    ].join('\n'),
  })),
);

test('Drizzle: loading nothing changes nothing; rows that are loaded with others are as those that are asked for', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async ({ keys, text }) => {
      const [plain, none, all, loaded, left] = await sent(text, [
        'await db.query.things.findMany()',
        'await db.query.things.findMany({ with: {}, extras: {} })',
        `await db.query.things.findMany({ columns: ${mask(keys)} })`,
        '(await db.query.things.findMany({ columns: {}, with: { parts: true } }))[0].parts',
        'await db.query.things.findMany({ columns: {}, with: { parts: false } })',
      ]);
      expect(plain).not.toContain('unknown');
      expect(none).toBe(plain);
      expect(all).toBe(plain);
      expect(loaded).toBe(plain);
      expect(left).toBe('{}[]');
    }),
    { numRuns: 40 },
  );
});
