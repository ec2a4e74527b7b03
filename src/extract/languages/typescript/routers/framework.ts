import type { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap, Route, Router } from '../../../../facts/fact.js';
import type { Call as Lowered } from '../../../engine/call.js';
import type { Mounted } from '../../../engine/mounts.js';
import type { RouterTable } from '../../../engine/router-table.js';
import type { Profile } from '../frameworks/profile.js';
import type { ResultForm, Sender, Source } from '../source.js';

export type Call = ts.CallExpression | ts.NewExpression;

/** A router framework of TypeScript: its table, and what no table can say of it. */
export interface RouterFramework extends Profile {
  readonly table: RouterTable;
  /** Before calls are read: further routers, and what expressions stand for. */
  readonly prepare?: (file: RouterFile) => Found;
  /** How surely a parameter is an app or router by the function that it is of, beside its name and type. */
  readonly parameter?: (file: RouterFile, parameter: ts.ParameterDeclaration) => number;
  /** What a call says that the table has no form for; undefined: nothing. */
  readonly call?: (file: RouterFile, call: Call) => Found | undefined;
  /** What stands among the arguments of `use`; undefined: a child like any other. */
  readonly used?: (file: RouterFile, use: Use) => readonly Fact[] | undefined;
  /** What the options of a route say of what is sent. */
  readonly optionsOf?: (source: Source, options: ts.Expression) => Partial<Pick<Route, 'serializes' | 'before' | 'hooks'>>;
  /** What functions send by what its handlers are given. */
  readonly sends?: Sender;
  /** How its handlers answer, where they do by what they return. */
  readonly answers?: ResultForm;
  /** After all calls were read. */
  readonly finish?: (file: RouterFile, facts: readonly Fact[]) => readonly Fact[];
}

/** One of what `router.use(path?, …)` is given. */
export interface Use {
  readonly lowered: Lowered;
  readonly router: Expression;
  readonly mounted: Mounted;
  readonly node: ts.Expression;
  readonly isLast: boolean;
}

export interface Found {
  /** How surely it is the framework's (`FIT`); absent: surely. */
  readonly fit?: number;
  readonly facts: readonly Fact[];
  readonly gaps?: readonly FileGap[];
}

/** One file whose routers are read, for all frameworks at once. */
export interface RouterFile {
  readonly source: Source;
  /** In the order of the text. */
  readonly calls: readonly Call[];
  /** Inner calls before those around them. */
  readonly innerFirst: readonly Call[];
  readonly frameworks: readonly RouterFramework[];
  /** How the file speaks of each framework, by ids (`FIT`). */
  readonly spoken: ReadonlyMap<string, number>;
  /** The routers that the file makes, by their names. */
  readonly made: Map<string, Made>;
}

export interface Made {
  readonly table: RouterTable;
  readonly fact: Router;
}
