import type { Repository } from '../../../extractor.js';

/** The id of the framework. */
export const GATEWAY = 'go/grpc-gateway';

/** Specifier prefix for types of other .proto files: `proto:common.Money#shop.v1`, as seen from that package. */
export const TYPE = 'proto:';

/** The functions that register a service on a `runtime.ServeMux`, their second argument. */
export const REGISTERED = (service: string): readonly string[] =>
  ['', 'Server', 'Client', 'FromEndpoint'].map((suffix) => `Register${service}Handler${suffix}`);
const REGISTERS = /^Register\w+Handler(?:Server|Client|FromEndpoint)?$/;

const PACKAGE = /^[ \t]*package[ \t]+([\w.]{1,300})[ \t]*;/m;
const GO_PACKAGE = /^[ \t]*option[ \t]+go_package[ \t]*=[ \t]*"([^"\n;]{1,300})/m;
const DECLARED = /^(message|enum|service)[ \t]+(\w{1,200})/gm;

/**
 * The names that a file declares: types by full name, services by the functions that register them, alone and with their Go
 * package.
 */
export function declaredInProto(text: string): readonly string[] {
  const prefix = PACKAGE.exec(text)?.[1];
  const path = GO_PACKAGE.exec(text)?.[1];
  return [...text.matchAll(DECLARED)].flatMap(([, kind, name = '']) => {
    if (kind !== 'service') return [`${TYPE}${prefix === undefined ? '' : `${prefix}.`}${name}`];
    return REGISTERED(name).flatMap((one) => (path === undefined ? [one] : [one, `${path}#${one}`]));
  });
}

/** The file that declares a type, resolved from the referring package outwards. */
export function protoOfType(specifier: string, { declaring }: Repository): string | undefined {
  const [type = '', from = ''] = specifier.slice(TYPE.length).split('#');
  // a nested message is declared in the file of its outer message
  const outer = /^(?:[^.A-Z][^.]*\.)*[A-Z]\w*/.exec(type)?.[0] ?? type;
  for (let parts = from === '' ? [] : from.split('.'); ; parts = parts.slice(0, -1)) {
    const [found] = declaring(`${TYPE}${[...parts, outer].join('.')}`);
    if (found !== undefined || parts.length === 0) return found;
  }
}

/**
 * The file of the service that a generated function registers, found by the Go package in it. A generator may set the package
 * instead: in the module's own code, a unique function name is sufficient.
 */
export function protoOfService(name: string, path: string, isOwn: boolean, { declaring }: Repository): string | undefined {
  if (!REGISTERS.test(name)) return undefined;
  const [exact] = declaring(`${path}#${name}`);
  const all = isOwn ? declaring(name).filter((file) => file.endsWith('.proto')) : [];
  return exact ?? (all.length === 1 ? all[0] : undefined);
}
