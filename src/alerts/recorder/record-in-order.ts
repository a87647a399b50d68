import type { SpoolBatch } from '../../schema/event/row.ts'

/**
 * Appends batches, then records what triggers matched in them. Several appends may run at once, but recording
 * keeps the order of the calls, since conditions judge events in order of arrival.
 */
export function recordInOrder(
  append: (batches: readonly SpoolBatch[]) => Promise<void>,
  record: (batches: readonly SpoolBatch[]) => Promise<void>,
): (batches: readonly SpoolBatch[]) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return async batches => {
    const previous = last
    const current = append(batches).then(async () => {
      await previous
      await record(batches)
    })
    // A batch that the store refuses is delivered again later.
    last = current.catch(() => previous)
    await current
  }
}
