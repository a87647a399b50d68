import type { ArrivalPlace } from '../contract/arrivals.ts'

/** Maximum batches that a place lists individually: several groups of failed inserts. */
const maxMissing = 200

/**
 * The place of a reader at `since` (absent: of a new reader) once it has read everything that is readable
 * now. `highest`: the highest batch that has ended. `unfinished`: batches that are being appended or wait for
 * another attempt.
 */
export function nextPlace(
  highest: number,
  unfinished: readonly number[],
  since: ArrivalPlace | undefined,
): ArrivalPlace {
  // Readers have read all rows of a batch that `since` includes: appending it again adds no rows.
  const isUnread = (batch: number) =>
    since === undefined || batch > since.batch || since.missing.includes(batch)
  const missing = unfinished.filter(batch => batch <= highest && isUnread(batch)).sort((a, b) => a - b)
  // With more missing batches than a place may list, it ends before the first one that it does not list.
  const firstLeftOut = missing[maxMissing]
  if (firstLeftOut === undefined) return { batch: highest, missing }
  return { batch: firstLeftOut - 1, missing: missing.slice(0, maxMissing) }
}

/**
 * Limits a place to this store. If the store lacks rows of such high batches (their days were dropped, or the
 * store was restored), later rows with such a number are new.
 */
export function placeWithin(highest: number, { batch, missing }: ArrivalPlace): ArrivalPlace {
  return { batch: Math.min(batch, highest), missing: missing.filter(number => number <= highest) }
}

/** Whether a place has batches that an earlier one (`since`) lacks. */
export function hasArrivals(since: ArrivalPlace, upTo: ArrivalPlace): boolean {
  return upTo.batch > since.batch || since.missing.some(batch => !upTo.missing.includes(batch))
}
