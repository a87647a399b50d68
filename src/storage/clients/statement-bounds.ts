/** Maximum bytes of a statement. The largest filter in a body of 1 MB compiles to fewer. */
export const maxStatementBytes = 16 * 1024 ** 2
/** Maximum bytes of an answer that is not streamed, if its statement has no lower limit. */
export const maxAnswerBytes = 128_000_000
/** Maximum parts of a statement, as the engine counts them. */
export const maxStatementNodes = 1_000_000

/**
 * Hides rows from reads from the moment a statement deletes them, not part by part as the engine does it:
 * decisions/0035.
 */
export const asDeleted = { apply_mutations_on_fly: 1 } as const
