/** Values that this process holds; the engine ranks more. */
export const maxValues = 200_000

/** Rows of (period, value) of a state, of one read and of one answer. */
export const maxEntries = 500_000
