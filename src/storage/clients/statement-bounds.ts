/**
 * The largest filter of a body of 1 MB compiles to fewer bytes; its parts, as the engine counts them, are at
 * most `maxStatementNodes`.
 */
export const maxStatementBytes = 16 * 1024 ** 2
export const maxStatementNodes = 1_000_000

/**
 * Hides rows from reads from the moment a statement deletes them, not part by part as the engine does it:
 * decisions/0035.
 */
export const asDeleted = { apply_mutations_on_fly: 1 } as const
