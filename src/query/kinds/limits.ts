/** Maximum values that this process holds; the engine ranks fields with more. */
export const maxValues = 200_000

/** Maximum (period, value) pairs of a state, of one read and of one answer. */
export const maxEntries = 500_000
