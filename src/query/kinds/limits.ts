/** Values that a fold holds in this process; with more the engine ranks them. */
export const maxValues = 200_000

/** Rows of (period, value) that a fold, one read and one answer hold. */
export const maxEntries = 500_000
