import type { Appended } from '../append-log.ts'

/** Batches that one statement names. */
const batchesAtOnce = 2_000

/** Appends that follow each other, as many as one answer of the engine should hold (`rowsAtOnce`). */
export function* together(appends: readonly Appended[], rowsAtOnce: number): Generator<Appended[]> {
  let some: Appended[] = []
  let rows = 0
  for (const append of appends) {
    if (some.length === batchesAtOnce || (some.length > 0 && rows + append.rows > rowsAtOnce)) {
      yield some
      some = []
      rows = 0
    }
    some.push(append)
    rows += append.rows
  }
  if (some.length > 0) yield some
}
