/*
 * A row of a tag, four words of 32 bits:
 * 0, 1: the hash of the value, its low and its high half;
 * 2: the second of its day (17 bits) and how often it occurred (15 bits; more is several rows);
 * 3: the order of the value: not above that of a value which sorts behind it.
 * The engine writes the day (Unix days) as a fifth word.
 */
export const rowWords = 4
export const writtenWords = 5
export const countBits = 15
export const maxCount = 2 ** countBits - 1

/** Rows are sorted by the first bits of their hashes, so that equal values are counted within the processor's cache. */
const bucketBits = 13
export const buckets = 2 ** bucketBits
/** The bucket of a hash is its high half shifted by this, without sign. */
export const bucketShift = 32 - bucketBits
