/**
 * Maximum distinct values of a field that are counted in this process; the engine ranks the values of fields
 * with more.
 */
export const maxValues = 200_000

/** Maximum (period, value) pairs in a state, in a read and in an answer. */
export const maxEntries = 500_000
