/** Maximum bytes of a statement. The largest filter in a body of 1 MB compiles to fewer. */
export const maxStatementBytes = 16 * 1024 ** 2
/** Maximum bytes of an answer that is not streamed, if its statement has no lower limit. */
export const maxAnswerBytes = 128_000_000
/** Maximum nodes of a statement's syntax tree, before and after the engine expands it. */
export const maxStatementNodes = 1_000_000
