import type { ArrivalPlace } from '../arrivals.ts'

/** Batches that a place names one by one: several groups of inserts that failed. */
const maxMissing = 200

/**
 * The place after all batches that are readable and lie behind `since`; absent: the place of now. `highest`: the highest batch that has ended.
 * `unfinished`: batches that are being appended, or wait for another try.
 */
export function nextPlace(
  highest: number,
  unfinished: readonly number[],
  since: ArrivalPlace | undefined,
): ArrivalPlace {
  // Of a batch that was read in a run before, all rows were readable then: it is appended again without effect.
  const isBehind = (batch: number) =>
    since === undefined || batch > since.batch || since.missing.includes(batch)
  const missing = unfinished.filter(batch => batch <= highest && isBehind(batch)).sort((a, b) => a - b)
  const firstLeftOut = missing[maxMissing]
  if (firstLeftOut === undefined) return { batch: highest, missing }
  return { batch: firstLeftOut - 1, missing: missing.slice(0, maxMissing) }
}

/**
 * The place as this store has it. Without rows of batches that high (their days were dropped, or the store is a restored one), whatever comes
 * with such a number is new.
 */
export function placeWithin(highest: number, { batch, missing }: ArrivalPlace): ArrivalPlace {
  return { batch: Math.min(batch, highest), missing: missing.filter(number => number <= highest) }
}

/** Whether batches became readable between two places. */
export function hasArrivals(since: ArrivalPlace, upTo: ArrivalPlace): boolean {
  return upTo.batch > since.batch || since.missing.some(batch => !upTo.missing.includes(batch))
}
