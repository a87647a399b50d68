/**
 * The largest filter of a body of 1 MB compiles to fewer bytes; its parts as the engine counts them are no more than
 * `maxStatementNodes`.
 */
export const maxStatementBytes = 16 * 1024 ** 2
export const maxStatementNodes = 1_000_000
