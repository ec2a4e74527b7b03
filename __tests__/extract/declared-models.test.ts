import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declaredModels } from '../../src/extract/declared-models.js';

const MODELS = { names: ['Order'], suffixes: ['Dto'] };

function tablesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'models '));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return declaredModels(folder, Object.keys(files), MODELS).tables;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ['JPA', { 'A.java': '@Entity\n@Table(name = "orders")\npublic class Order {}' }, ['A.java#Order']],
  ['TypeORM', { 'a.ts': "@Entity({ name: 'orders' })\nexport class Order {}" }, ['a.ts#Order']],
  ['an attribute of C#', { 'A.cs': '[Table("orders")]\npublic class Order {}' }, ['A.cs#Order']],
  ['a set in another file', { 'A.cs': 'class Order {}', 'B.cs': 'DbSet<Order> Orders => Set<Order>();' }, ['.cs#Order']],
  ['SQLAlchemy', { 'a.py': 'class Order(Base):\n    __tablename__ = "orders"\n' }, ['a.py#Order']],
  ['Django', { 'a.py': 'class Order(models.Model):\n    pass\n' }, ['a.py#Order']],
])('a type is stored: %s', (_, files, tables) => {
  expect(tablesOf(files)).toEqual(tables);
});

test.each([
  ['its neighbour is', { 'A.java': '@Entity\nclass Row {\n}\nclass Order {}' }],
  ['the class below is', { 'a.py': 'class Order(BaseModel):\n    id: int\n\nclass Row(Base):\n    __tablename__ = "x"\n' }],
  ['nothing says so', { 'a.ts': 'export interface Order {}' }],
])('a type is not stored where %s', (_, files) => {
  expect(tablesOf(files)).toEqual([]);
});
