import { ts } from 'ts-morph';
import type { Extraction, Extractor } from '../../../extractor.js';
import { decoratorsOf } from '../decorators.js';
import type { Source } from '../source.js';
import { readBootstrap } from './nestjs-bootstrap.js';
import { readController } from './nestjs-controllers.js';
import { readInterceptor } from './nestjs-interceptors.js';
import { readModule } from './nestjs-modules.js';
import { BY, isFrom, type Nest } from './nestjs-words.js';

/** What of NestJS registers routes or changes them. Services and DTOs have none of it: they are read when something names them. */
const SIGNALS =
  /@(?:Controller|Module|Get|Post|Put|Patch|Delete|All|Head|Options|Sse|RequestMapping|Crud)\s*\(|NestFactory|NestInterceptor|setGlobalPrefix|enableVersioning|useGlobalInterceptors|TypedRoute|applyDecorators/;
const SETUP =
  /NestFactory|setGlobalPrefix|enableVersioning|useGlobalInterceptors|INestApplication|Nest(?:Express|Fastify)Application/;

/** NestJS over Express or Fastify: modules, controllers and the application's set-up. */
export const nestjs: Extractor<Source> = {
  id: BY,
  title: 'NestJS',
  resolves: [
    'controllers with one or several paths, `@Controller({ path, version })`, handlers inherited from base classes',
    'modules: imports, dynamic modules, forwardRef, lists in variables, RouterModule',
    'setGlobalPrefix with exclusions, URI versioning, also in functions that are given the app',
    'status by method, @HttpCode, @Redirect; the declared or inferred result, unwrapped of Promise and Observable; @Res()',
    'interceptors that map to one object, ClassSerializerInterceptor with @Expose and @Exclude',
  ],
  gaps: [
    'route decorators composed in another file; routes made by @nestjsx/crud and ts-rest',
    'modules and RouterModule trees made at run time',
    'interceptors that decide by the value what is sent',
  ],
  signals: (text) => text.includes('@nest') && SIGNALS.test(text),
  extract: extractNest,
};

function extractNest(source: Source): Extraction {
  const nest: Nest = { source, facts: [], gaps: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) readClass(nest, node);
    else ts.forEachChild(node, visit);
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
