/** Begins the name of a table's declaration in a file of code. */
export const TABLE = 'table ';
/** Names the declaration of tables whose own names are computed. */
export const ANY_TABLE = `${TABLE}*`;
/** Names the declaration of the columns that the one such function of a file adds to its caller's table. */
export const COLUMNS = 'columns of a table';
