import type { Repository } from '../../../extractor.js';

/** The id of the framework. */
export const GATEWAY = 'go/grpc-gateway';

/** Begins specifiers of types of other files of Protocol Buffers: `proto:common.Money#shop.v1`, as seen from that package. */
export const TYPE = 'proto:';

/** The functions that register a service on a `runtime.ServeMux`, which is their second argument. */
export const REGISTERED = (service: string): readonly string[] =>
  ['', 'Server', 'Client', 'FromEndpoint'].map((suffix) => `Register${service}Handler${suffix}`);
const REGISTERS = /^Register\w+Handler(?:Server|Client|FromEndpoint)?$/;

const PACKAGE = /^[ \t]*package[ \t]+([\w.]{1,300})[ \t]*;/m;
const GO_PACKAGE = /^[ \t]*option[ \t]+go_package[ \t]*=[ \t]*"([^"\n;]{1,300})/m;
const DECLARED = /^(message|enum|service)[ \t]+(\w{1,200})/gm;

/** What a file declares: types by their full names, services by the functions that register them, alone and with their package in Go. */
export function declaredInProto(text: string): readonly string[] {
  const prefix = PACKAGE.exec(text)?.[1];
  const path = GO_PACKAGE.exec(text)?.[1];
  return [...text.matchAll(DECLARED)].flatMap(([, kind, name = '']) => {
    if (kind !== 'service') return [`${TYPE}${prefix === undefined ? '' : `${prefix}.`}${name}`];
    return REGISTERED(name).flatMap((one) => (path === undefined ? [one] : [one, `${path}#${one}`]));
  });
}

/** The file that declares a type, as it is called in a package: from the package outwards. */
export function protoOfType(specifier: string, { declaring }: Repository): string | undefined {
  const [type = '', from = ''] = specifier.slice(TYPE.length).split('#');
  // a message within one is declared where that is
  const outer = /^(?:[^.A-Z][^.]*\.)*[A-Z]\w*/.exec(type)?.[0] ?? type;
  for (let parts = from === '' ? [] : from.split('.'); ; parts = parts.slice(0, -1)) {
    const [found] = declaring(`${TYPE}${[...parts, outer].join('.')}`);
    if (found !== undefined || parts.length === 0) return found;
  }
}

/**
 * The file with the service that a generated function registers: by the package in Go that it names; where the code is a module's own and
 * no file names it so (a generator may set it), by the name, which only one may have.
 */
export function protoOfService(name: string, path: string, isOwn: boolean, { declaring }: Repository): string | undefined {
  if (!REGISTERS.test(name)) return undefined;
  const [exact] = declaring(`${path}#${name}`);
  const all = isOwn ? declaring(name).filter((file) => file.endsWith('.proto')) : [];
  return exact ?? (all.length === 1 ? all[0] : undefined);
}
