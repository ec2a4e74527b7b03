import { TYPESCRIPT } from './express-changes.js';
import { EXPRESS_SERVICE } from './express-service.js';
import { GO } from './gin-changes.js';
import { GIN_SERVICE } from './gin-service.js';
import type { Row } from './row.js';

/** A service that keeps all that it promises, and changes of it. */
interface Table {
  readonly language: string;
  readonly base: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

export const TABLES: readonly Table[] = [
  { language: 'Go', base: GIN_SERVICE, rows: GO },
  { language: 'TypeScript', base: EXPRESS_SERVICE, rows: TYPESCRIPT },
];
