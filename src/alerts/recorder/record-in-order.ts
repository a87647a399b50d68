import type { SpoolBatch } from '../../schema/row.ts'

/**
 * Appends batches, then records what triggers matched in them. Some are appended at once, but they are recorded in the order of the calls:
 * conditions judge events in the order in which they came.
 */
export function recordInOrder(
  append: (batches: readonly SpoolBatch[]) => Promise<void>,
  record: (batches: readonly SpoolBatch[]) => Promise<void>,
): (batches: readonly SpoolBatch[]) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return async batches => {
    const before = last
    const own = append(batches).then(async () => {
      await before
      await record(batches)
    })
    // A batch that the store does not take comes again later.
    last = own.catch(() => before)
    await own
  }
}
