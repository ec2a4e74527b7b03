import type { Profile } from '../profile.js';

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
  resolves: [
    'controllers with one or several paths, `@Controller({ path, version })`, handlers inherited from base classes',
    'modules: imports, dynamic modules, forwardRef, lists in variables, RouterModule',
    'setGlobalPrefix with exclusions, URI versioning, also in functions that are given the app',
    'status by method, @HttpCode, @Redirect; the declared or inferred result, unwrapped of Promise and Observable; @Res()',
    'interceptors that map to one object, of the service, a class (also over inherited handlers) or a method, ClassSerializerInterceptor with @Expose and @Exclude',
  ],
  gaps: [
    'route decorators composed in another file; routes made by `@Crud`, by base classes of CRUD packages and by ts-rest',
    'paths that a function is given which makes a controller',
    'modules and RouterModule trees made at run time',
    'interceptors that decide by the value what is sent',
  ],
  signals: (text) => (text.includes('@nest') && SIGNALS.test(text)) || SETUP.test(text),
};
