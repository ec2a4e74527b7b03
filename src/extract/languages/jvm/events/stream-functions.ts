import type { FileGap } from '../../../../facts/fact.js';
import { annotation, argument, stringsOf } from '../annotations.js';
import { at, type Source } from '../source.js';
import type { Method, TypeDecl, TypeRef } from '../unit.js';

/** One binding of a function bean: `process-in-0`. */
export interface Binding {
  readonly way: 'in' | 'out';
  readonly name: string;
  readonly type: TypeRef | undefined;
  readonly index: number;
}

/**
 * The bindings of a function type by its input and output. The second argument of `BiConsumer` and `BiFunction` is the headers.
 */
function waysOf({ name, arguments: given }: TypeRef): readonly (readonly ['in' | 'out', TypeRef | undefined])[] {
  const [first, second, third] = given;
  switch (name) {
    case 'Consumer':
    case 'BiConsumer':
      return [['in', first]];
    case 'Supplier':
      return [['out', first]];
    case 'Function':
      return [
        ['in', first],
        ['out', second],
      ];
    case 'BiFunction':
      return [
        ['in', first],
        ['out', third],
      ];
    default:
      return [];
  }
}

/** The bindings of function beans. Spring Cloud Stream uses such a bean only with a binding in the configuration. */
export function bindingsOf(source: Source, { methods }: TypeDecl): readonly Binding[] {
  if (!usesFunctions(source)) return [];
  return methods.flatMap((method): readonly Binding[] => {
    const bean = annotation(method.annotations, 'Bean');
    if (bean === undefined || method.type === undefined) return [];
    return waysOf(method.type).map(([way, type]) => ({ way, name: `${method.name}-${way}-0`, type, index: bean.index }));
  });
}

/** `@Component class LostParcels implements Consumer<Parcel>`: the bean has the name of the class. */
export function componentBindings(source: Source, decl: TypeDecl): readonly Binding[] {
  const component = annotation(decl.annotations, 'Component', 'Service');
  if (component === undefined || !usesFunctions(source)) return [];
  const own = stringsOf(source, argument(component, 'value'))?.[0];
  const bean = own ?? `${decl.name.charAt(0).toLowerCase()}${decl.name.slice(1)}`;
  return decl.extends.flatMap((type) =>
    waysOf(type).map(([way, of]) => ({ way, name: `${bean}-${way}-0`, type: of, index: component.index })),
  );
}

const usesFunctions = ({ unit }: Source): boolean =>
  unit.imports.some(({ path }) => /^(?:java\.util\.function|kotlin\.jvm\.functions)\b/.test(path));

/** `@Bean fun weigh(): (Parcel) -> Unit`: a Kotlin function type, which is not analysed. */
export function lambdaBeans(source: Source, { methods }: TypeDecl): readonly FileGap[] {
  const isLambda = ({ annotations, type }: Method): boolean =>
    annotation(annotations, 'Bean') !== undefined && type?.name === '->';
  return methods.filter(isLambda).map((method): FileGap => {
    const place = at(source, annotation(method.annotations, 'Bean')?.index ?? method.index);
    const detail = 'which events a bean with a Kotlin function type handles or publishes is not read';
    return { reason: 'unsupported-framework', detail, at: place, hides: { messages: 'any' } };
  });
}
