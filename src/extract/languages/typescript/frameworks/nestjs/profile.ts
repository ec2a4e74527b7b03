import type { Profile } from '../../../../extractor.js';

/** The parts of NestJS that register routes or change them. Services and DTOs have none: they are read when code names them. */
const SIGNALS =
  /@(?:Controller|Module|Get|Post|Put|Patch|Delete|All|Head|Options|Sse|RequestMapping|Crud)\s*\(|NestFactory|NestInterceptor|setGlobalPrefix|enableVersioning|useGlobalInterceptors|TypedRoute|applyDecorators|UseInterceptors/;
/** Methods by which a function configures an application, whatever type it declares. */
const SETUP = /\.(?:setGlobalPrefix|enableVersioning|useGlobalInterceptors)\(/;
/** Documentation and signals of the NestJS reader, in a module that does not load the parser. */
export const nestjsProfile: Profile = {
  id: 'typescript/nestjs',
  title: 'NestJS',
  // like Express, its default platform: https://docs.nestjs.com/first-steps#platform
  matching: { anyCase: true, firstMatch: true },
  signals: (text) => (text.includes('@nest') && SIGNALS.test(text)) || SETUP.test(text),
};
