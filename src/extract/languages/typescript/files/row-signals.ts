/** https://knexjs.org/guide/#configuration-options */
export const CLIENTS = /\bclient["']?: {0,9}["'](pg|postgres(?:ql)?|cockroachdb|mysql2?|better-sqlite3|sqlite3?)["']/g;
/** What changes the rows of a model after they are read: https://vincit.github.io/objection.js/api/model/instance-methods.html */
export const HOOKS =
  /\$(?:afterFind|afterGet|afterInsert|afterUpdate|parseDatabaseJson|formatJson|toJson)\b|\bvirtualAttributes\b|\b(?:beforeFind|after(?:Find|Insert|Update))\b|\bstatic (?:get |readonly )?QueryBuilder\b/;
/** What renames the columns of all rows: https://vincit.github.io/objection.js/recipes/snake-case-to-camel-case-conversion.html */
export const NAMES = /\b(?:knexSnakeCaseMappers|knexIdentifierMapping|postProcessResponse)\b/;
/** Whether functions of a file may get queries of Objection. */
export const MODIFIERS = /\bobjection\b/;

/** Whether a file may say something of the rows that Knex and Objection read. */
export const setsRows = (text: string): boolean =>
  MODIFIERS.test(text) || HOOKS.test(text) || NAMES.test(text) || text.search(CLIENTS) >= 0 || isMigration(text);

/** Whether a file may define tables by Knex, or the client of a database, which no other file imports. */
export const isMigration = (text: string): boolean =>
  /\b(?:knex|up)\b/i.test(text) &&
  (TABLE_CALL.test(text) || (text.includes('.raw(') && STATEMENT.test(text)) || text.search(CLIENTS) >= 0);

const TABLE_CALL = /\.(?:(?:create|alter|rename)Table\w{0,30}|table)\(/;
/** `knex.raw('ALTER TABLE …')` */
const STATEMENT = /\b(?:create|alter|rename) table\b/i;

/** Whether a file matters that no other file may import. */
export const setsAllRows = (text: string): boolean => isMigration(text) || MODIFIERS.test(text);

/** Whether a file may define tables by Knex, or columns in a function for such files. */
export const definesTables = (text: string): boolean => isMigration(text) || COLUMN_CALL.test(text);

const COLUMN_CALL = /\b(?:t|table|tbl)\.(?:string|uuid|integer|boolean|timestamps?)\(/;
