import type { CompletedAppend } from './append-log.ts'

/** Batches that one statement names. */
const maxBatches = 2_000

/** Appends that follow each other, as many as one answer of the engine should hold (`rowsPerStatement`). */
export function* groupAppends(
  appends: readonly CompletedAppend[],
  rowsPerStatement: number,
): Generator<CompletedAppend[]> {
  let some: CompletedAppend[] = []
  let rows = 0
  for (const append of appends) {
    if (some.length === maxBatches || (some.length > 0 && rows + append.rows > rowsPerStatement)) {
      yield some
      some = []
      rows = 0
    }
    some.push(append)
    rows += append.rows
  }
  if (some.length > 0) yield some
}
