/**
 * A large service for measuring: modules of NestJS controllers, services, DTOs and entities beside React components and plain
 * functions, as in a monorepo of which the routes are a small part. The same number always gives the same files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files ending in `.ts` that one module consists of; it has twelve components (`.tsx`) beside. */
const FILES_OF_A_MODULE = 28;

const NOUNS = ['order', 'invoice', 'parcel', 'refund', 'basket', 'voucher', 'review', 'address', 'account', 'shipment'];

/** `order`, `invoice`, ..., `order2`, ... */
const nounOf = (/** @type {number} */ index) => {
  const noun = NOUNS[index % NOUNS.length] ?? 'order';
  const round = Math.floor(index / NOUNS.length);
  return round === 0 ? noun : `${noun}${round + 1}`;
};
const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Writes the tree.
 *
 * @param {string} folder absolute
 * @param {number} files how many files ending in `.ts`, to the next 28
 * @param {number} [served] of how many modules one serves routes
 */
export function generateTree(folder, files, served = 1) {
  const modules = Math.ceil(files / FILES_OF_A_MODULE);
  const nouns = Array.from({ length: modules }, (_, index) => nounOf(index));
  for (const [index, noun] of nouns.entries())
    for (const [path, text] of moduleFiles(noun, index % served === 0)) write(join(folder, path), text);
  write(join(folder, 'package.json'), '{ "name": "generated", "private": true }\n');
  write(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "baseUrl": ".", "paths": { "@shop/*": ["src/*"] } } }\n');
  write(join(folder, 'src/main.ts'), mainOf());
  write(join(folder, 'src/app.module.ts'), appOf(nouns));
}

function write(/** @type {string} */ file, /** @type {string} */ text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** @returns {[string, string][]} */
function moduleFiles(/** @type {string} */ noun, /** @type {boolean} */ isServed) {
  const at = (/** @type {string} */ path) => `src/${noun}/${path}`;
  const many = (/** @type {number} */ count, /** @type {(index: number) => [string, string]} */ make) =>
    Array.from({ length: count }, (_, index) => make(index + 1));
  return [
    [at(`${noun}.module.ts`), nestModule(noun)],
    [
      at(`${noun}.controller.ts`),
      isServed ? controller(noun) : controller(noun).replace(/@(?:Controller|Get|Post|Patch|Delete)\(.*\)/g, ''),
    ],
    ...many(3, (index) => [at(`services/${noun}-${index}.service.ts`), service(noun, index)]),
    ...many(8, (index) => [at(`dto/${noun}-${index}.dto.ts`), dto(noun, index)]),
    ...many(4, (index) => [at(`entities/${noun}-${index}.entity.ts`), entity(noun, index)]),
    ...many(12, (index) => [at(`ui/${noun}-panel-${index}.tsx`), component(noun, index)]),
    ...many(11, (index) => [at(`logic/${noun}-price-${index}.ts`), logic(noun, index)]),
  ];
}

function mainOf() {
  return `import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.setGlobalPrefix('api');
  await app.listen(3000);
}
bootstrap();
`;
}

function appOf(/** @type {readonly string[]} */ nouns) {
  return `import { Module } from '@nestjs/common';
${nouns.map((noun) => `import { ${capital(noun)}Module } from './${noun}/${noun}.module';`).join('\n')}

@Module({ imports: [${nouns.map((noun) => `${capital(noun)}Module`).join(', ')}] })
export class AppModule {}
`;
}

function nestModule(/** @type {string} */ noun) {
  const name = capital(noun);
  return `import { Module } from '@nestjs/common';
import { ${name}Controller } from './${noun}.controller';
${[1, 2, 3].map((index) => `import { ${name}${index}Service } from './services/${noun}-${index}.service';`).join('\n')}

@Module({
  controllers: [${name}Controller],
  providers: [${[1, 2, 3].map((index) => `${name}${index}Service`).join(', ')}],
})
export class ${name}Module {}
`;
}

function controller(/** @type {string} */ noun) {
  const name = capital(noun);
  const indexes = [1, 2, 3, 4, 5, 6, 7, 8];
  return `import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
${indexes.map((index) => `import { ${name}${index}Dto } from '@shop/${noun}/dto/${noun}-${index}.dto';`).join('\n')}
import { ${name}1Service } from './services/${noun}-1.service';

@Controller('${noun}s')
export class ${name}Controller {
  constructor(private readonly service: ${name}1Service) {}
${indexes
  .map(
    (index) => `
  /** Lists what is known of part ${index}, newest first. */
  @Get('${index}/list')
  async list${index}(@Query('after') after?: string): Promise<${name}${index}Dto[]> {
    const found = await this.service.find${index}(after);
    return found.filter((item) => item.id !== '');
  }

  @Get('${index}/:id')
  async one${index}(@Param('id') id: string): Promise<${name}${index}Dto> {
    return this.service.one${index}(id);
  }

  @Post('${index}')
  @HttpCode(201)
  async create${index}(@Body() body: ${name}${index}Dto): Promise<${name}${index}Dto> {
    return this.service.one${index}(body.id);
  }
`,
  )
  .join('')}
  @Patch(':id')
  async change(@Param('id') id: string, @Body() body: Partial<${name}1Dto>) {
    return { id, changed: Object.keys(body).length };
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string): Promise<void> {
    await this.service.one1(id);
  }
}
`;
}

function service(/** @type {string} */ noun, /** @type {number} */ part) {
  const name = capital(noun);
  const indexes = [1, 2, 3, 4, 5, 6, 7, 8];
  return `import { Injectable } from '@nestjs/common';
${indexes.map((index) => `import { ${name}${index}Dto } from '../dto/${noun}-${index}.dto';`).join('\n')}

/** Keeps the ${noun}s of part ${part} in memory. */
@Injectable()
export class ${name}${part}Service {
  private readonly kept = new Map<string, unknown>();
${indexes
  .map(
    (index) => `
  async find${index}(after?: string): Promise<${name}${index}Dto[]> {
    const all = [...this.kept.values()] as ${name}${index}Dto[];
    if (after === undefined) return all;
    return all.filter((item) => item.createdAt > new Date(after));
  }

  async one${index}(id: string): Promise<${name}${index}Dto> {
    const found = this.kept.get(id) as ${name}${index}Dto | undefined;
    if (found === undefined) throw new Error(\`There is no ${noun} \${id}.\`);
    return found;
  }
`,
  )
  .join('')}}
`;
}

function dto(/** @type {string} */ noun, /** @type {number} */ index) {
  const fields = Array.from(
    { length: 12 },
    (_, field) => `
  /** What the ${noun} says about point ${field}. */
  @ApiProperty({ description: 'Point ${field}' })
  @Is${field % 2 === 0 ? 'String' : 'Number'}()
  point${field}: ${field % 2 === 0 ? 'string' : 'number'};
`,
  );
  return `import { ApiProperty } from '@nestjs/swagger';
import { IsNumber, IsOptional, IsString } from 'class-validator';
import { ${capital(noun)}${(index % 4) + 1}State } from '../entities/${noun}-${(index % 4) + 1}.entity';

export class ${capital(noun)}${index}Dto {
  id: string;
  createdAt: Date;
  state: ${capital(noun)}${(index % 4) + 1}State;

  @IsOptional()
  note?: string | null;
${fields.join('')}}
`;
}

function entity(/** @type {string} */ noun, /** @type {number} */ index) {
  const columns = Array.from({ length: 16 }, (_, column) => `  @Column({ nullable: true })\n  column${column}: string | null;\n`);
  return `import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export enum ${capital(noun)}${index}State {
  Open = 'open',
  Paid = 'paid',
  Closed = 'closed',
}

@Entity('${noun}_${index}')
export class ${capital(noun)}${index} {
  @PrimaryGeneratedColumn('uuid')
  id: string;

${columns.join('\n')}}
`;
}

function component(/** @type {string} */ noun, /** @type {number} */ index) {
  const rows = Array.from(
    { length: 10 },
    (_, row) => `
      <div className="row row-${row}" onClick={() => choose(${row})}>
        <label htmlFor={\`\${props.id}-${row}\`}>{props.labels[${row}] ?? 'Point ${row}'}</label>
        <input id={\`\${props.id}-${row}\`} value={values[${row}] ?? ''} onChange={(event) => change(${row}, event.target.value)} />
        {chosen === ${row} && <span className="hint">{hintOf(${row}, values[${row}])}</span>}
      </div>`,
  );
  return `import React, { useCallback, useMemo, useState } from 'react';

interface ${capital(noun)}Panel${index}Props {
  id: string;
  labels: string[];
  onSave?: (values: string[]) => void;
}

function hintOf(row: number, value: string | undefined): string {
  if (value === undefined || value === '') return \`Row \${row} is empty\`;
  return value.length > 20 ? \`Row \${row} is long\` : \`Row \${row} is fine\`;
}

export function ${capital(noun)}Panel${index}(props: ${capital(noun)}Panel${index}Props) {
  const [values, setValues] = useState<string[]>([]);
  const [chosen, choose] = useState<number | null>(null);
  const filled = useMemo(() => values.filter((value) => value !== '').length, [values]);
  const change = useCallback((row: number, value: string) => {
    setValues((before) => Object.assign([...before], { [row]: value }));
  }, []);
  return (
    <section id={props.id}>
      <h2>${capital(noun)} ({filled})</h2>${rows.join('')}
      <button onClick={() => props.onSave?.(values)}>Save</button>
    </section>
  );
}
`;
}

function logic(/** @type {string} */ noun, /** @type {number} */ index) {
  const functions = Array.from(
    { length: 7 },
    (_, step) => `
/** Step ${step} of pricing a ${noun}: what is left after a discount of \`percent\`. */
export function step${step}(items: readonly Item[], percent: number): number {
  let total = 0;
  for (const item of items) {
    if (item.count <= ${step}) continue;
    total += item.count * item.price;
  }
  return total > LIMIT ? total * (1 - percent / 100) : total;
}
`,
  );
  return `export interface Item {
  readonly name: string;
  readonly count: number;
  readonly price: number;
}

const LIMIT = ${index * 100};
${functions.join('')}
export const steps = [${functions.map((_, step) => `step${step}`).join(', ')}];
`;
}
