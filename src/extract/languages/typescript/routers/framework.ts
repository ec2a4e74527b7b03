import type { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap, Route, Router } from '../../../../facts/fact.js';
import type { Call as Lowered } from '../../../engine/call.js';
import type { Mounted } from '../../../engine/mounts.js';
import type { RouterTable } from '../../../engine/router-table.js';
import type { Profile } from '../../../extractor.js';
import type { ResultForm, Sender, Source } from '../source.js';

export type Call = ts.CallExpression | ts.NewExpression;

/** A router framework of TypeScript: its table, and hooks for what a table cannot express. */
export interface RouterFramework extends Profile {
  readonly table: RouterTable;
  /** Runs before calls are read: finds further routers, and binds expressions to values. */
  readonly prepare?: (file: RouterFile) => Found;
  /** How certain it is that a parameter is an app or router, by its function, beside its name and type. */
  readonly parameter?: (file: RouterFile, parameter: ts.ParameterDeclaration) => number;
  /** The facts of a call for which the table has no form; undefined: none. */
  readonly call?: (file: RouterFile, call: Call) => Found | undefined;
  /** The facts of an argument of `use`; undefined: an ordinary child. */
  readonly used?: (file: RouterFile, use: Use) => readonly Fact[] | undefined;
  /** The effects of a route's options on its responses. */
  readonly optionsOf?: (
    source: Source,
    options: ts.Expression,
  ) => Partial<Pick<Route, 'serializes' | 'fillsDefaults' | 'before' | 'hooks'>>;
  /** How functions send responses through the arguments of its handlers. */
  readonly sends?: Sender;
  /** How its handlers answer with their return values, where they do. */
  readonly answers?: ResultForm;
  /** Runs after all calls are read. */
  readonly finish?: (file: RouterFile, facts: readonly Fact[]) => readonly Fact[];
}

/** One argument of `router.use(path?, …)`. */
export interface Use {
  readonly lowered: Lowered;
  readonly router: Expression;
  readonly mounted: Mounted;
  readonly node: ts.Expression;
  readonly isLast: boolean;
}

export interface Found {
  /** The certainty that it belongs to the framework (`FIT`); absent: certain. */
  readonly fit?: number;
  readonly facts: readonly Fact[];
  readonly gaps?: readonly FileGap[];
}

/** One file whose routers are read for all frameworks together. */
export interface RouterFile {
  readonly source: Source;
  /** In the order of the text. */
  readonly calls: readonly Call[];
  /** Inner calls before those around them. */
  readonly innerFirst: readonly Call[];
  readonly frameworks: readonly RouterFramework[];
  /** The evidence for each framework in the file, by ids (`FIT`). */
  readonly spoken: ReadonlyMap<string, number>;
  /** The routers that the file creates, by their names. */
  readonly made: Map<string, Made>;
}

export interface Made {
  readonly table: RouterTable;
  readonly fact: Router;
}
