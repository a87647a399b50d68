/** Maximum values that this process holds; the engine ranks more. */
export const maxValues = 200_000

/** The limit of rows of (period, value) in a state, in one read and in one answer. */
export const maxEntries = 500_000
