import { type Expected, each, eachMember, lines, type Member, type Operation } from '../service.js';
import type { Answer, Framework, Lambdas } from './frameworks.js';

/** The parts that an idiom says in its own way; what it leaves out is said plainly. */
export interface Idiom extends Expected {
  /** Members of the class of the routes. */
  readonly members?: string;
  readonly answer?: (one: Operation) => Partial<Answer>;
  readonly prefix?: string;
  readonly path?: (one: Operation) => string;
  /** The class of the routes, where it is not plain. */
  readonly shop?: string;
  /** Other types, by their names. */
  readonly types?: Readonly<Record<string, string>>;
}

export const typeOf = ({ isText }: Member): string => (isText ? 'String' : 'int');

/** What idioms are written with, in one framework. */
export class Kit {
  constructor(readonly framework: Framework) {}

  /** A record of what an operation sends. */
  literal(one: Operation, type = one.type, id?: string): string {
    return `new ${type}(${eachMember(one, ({ name, value }) => (name === 'id' && id !== undefined ? id : value))})`;
  }

  parameters(one: Operation): string {
    return eachMember(one, (member) => `${typeOf(member)} ${member.name}`);
  }

  /** Method declarations, one for each operation. */
  methods(
    start: string,
    name: (one: Operation) => string,
    body: (one: Operation) => string,
    type = ({ type }: Operation): string => type,
  ): string {
    return each((one) => `${start} ${type(one)} ${name(one)}() {\nreturn ${body(one)};\n}`);
  }

  files({
    members,
    answer,
    prefix = '"/api"',
    path = (one) => `"${one.path}"`,
    shop,
    types = {},
  }: Idiom): Record<string, string> {
    const { framework } = this;
    const plain = framework.shop({
      ...(members === undefined ? {} : { members }),
      prefix,
      path,
      answer: (one) => ({ body: this.literal(one), type: one.type, ...answer?.(one) }),
    });
    const records = Object.fromEntries(
      each((one) => `${one.type} public record ${one.type}(${this.parameters(one)}) {}`)
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
    );
    const written = { ShopController: shop ?? plain, ...records, ...types };
    return {
      'build.gradle': `dependencies {\n    implementation '${framework.dependency}'\n}\n`,
      ...(framework.settings === undefined ? {} : { 'src/main/resources/application.yml': framework.settings }),
      ...Object.fromEntries(
        Object.entries(written).map(([name, text]) => [
          `src/main/java/shop/${name}.java`,
          lines(
            'package shop;',
            'import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;',
            framework.imports,
            text,
          ),
        ]),
      ),
    };
  }
}

/** A kit of a framework whose handlers are lambdas. */
export class LambdaKit extends Kit {
  constructor(
    framework: Framework,
    readonly lambdas: Lambdas,
  ) {
    super(framework);
  }

  /** One registration for each operation. */
  added(on: string, handler: (one: Operation) => string = (one) => this.lambda(one)): string {
    return each((one) => this.lambdas.add(on, one, `"/api${one.path}"`, handler(one)));
  }

  lambda(one: Operation): string {
    return `ctx -> ${this.lambdas.send(this.literal(one)).replace(';', '')}`;
  }

  /** Handlers as methods, by the keys of their operations. */
  handlers(start: string): string {
    return each((one) => `${start} void ${one.key}(${this.lambdas.context}) {\n${this.lambdas.send(this.literal(one))}\n}`);
  }
}
