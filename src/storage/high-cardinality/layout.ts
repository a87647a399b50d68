/*
 * A row of a wide tag as it is kept, four words of 32 bits:
 * 0, 1: the hash of the value, its low and its high half;
 * 2: the second of its day (17 bits) and how often it occurred (15 bits; more is several rows);
 * 3: the order of the value: where one value comes before another, its order is not above the other's.
 * As the engine writes it, the day (Unix days) follows as a fifth.
 */
export const rowWords = 4
export const writtenWords = 5
export const countBits = 15
export const maxCount = 2 ** countBits - 1

/** Rows are kept by the first bits of their hashes: what belongs together is counted in the processor's near memory. */
const bucketBits = 13
export const buckets = 2 ** bucketBits
/** The bucket of a hash is its high half shifted by this, without sign. */
export const bucketShift = 32 - bucketBits
