import { ts } from 'ts-morph';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { decoratorsOf } from '../../decorators.js';
import type { Source } from '../../source.js';
import { frameworkProfiles } from '../profiles.js';
import { readBootstrap } from './bootstrap.js';
import { readController } from './controllers.js';
import { readInterceptor, readMadeDecorator } from './interceptors.js';
import { readModule } from './modules.js';
import { isFrom, type Nest } from './words.js';

const SETUP =
  /NestFactory|setGlobalPrefix|enableVersioning|useGlobalInterceptors|INestApplication|Nest(?:Express|Fastify)Application|\.forRoutes\(/;

/** NestJS over Express or Fastify: modules, controllers and the application's configuration. */
export const nestjs: Extractor<Source> = {
  ...frameworkProfiles.nestjs,
  extract: extractNest,
};

function extractNest(source: Source): Extraction {
  const nest: Nest = { source, facts: [], gaps: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) readClass(nest, node);
    else {
      if (ts.isCallExpression(node)) readMadeDecorator(nest, node);
      ts.forEachChild(node, visit);
    }
  };
  visit(source.tree);
  if (SETUP.test(source.text)) readBootstrap(nest);
  return { facts: nest.facts, gaps: nest.gaps };
}

function readClass(nest: Nest, node: ts.ClassLikeDeclaration): void {
  for (const decorator of decoratorsOf(nest.source, node)) {
    if (decorator.name === 'Module' && isFrom(decorator.specifier, '@nestjs/common')) readModule(nest, node, decorator);
  }
  readController(nest, node);
  readInterceptor(nest, node);
}
