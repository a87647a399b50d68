import type { Reader } from '../query-service.ts'
import type { CachedSlices } from '../slices/slice-cache.ts'
import type { Snapshot } from '../snapshot.ts'
import { type ComputeDeps, compute, rangeOf } from './compute.ts'
import { SharedResults } from './published-state.ts'
import { type ParsedQuestion, questionOf } from './question.ts'
import type { QueryHeader } from './representation.ts'
import { permissionDenied, rightsFor } from './rights.ts'
import { type SnapshotDeps, snapshotOf } from './snapshots.ts'

/** Answers a question from nothing, for one reader, and keeps nothing of it. Rejects with what it failed with. */
export async function answerOnce(
  parsed: ParsedQuestion,
  head: QueryHeader,
  reader: Reader,
  deps: ComputeDeps,
  terms: SnapshotDeps,
  signal: AbortSignal,
): Promise<Snapshot> {
  const rights = rightsFor(reader, parsed.kind)
  if (rights === undefined) throw permissionDenied()
  const question = questionOf(parsed, rights, head.createdAt / 1000)
  let kept: CachedSlices<unknown> = { range: rangeOf(question, deps), slices: [] }
  const { truth, outcome } = await compute(question, deps, {
    live: false,
    user: reader.userId,
    signal: AbortSignal.any([signal, terms.signal]),
    kept: () => kept,
    before: undefined,
    keep: next => {
      kept = next
    },
  })
  const { range, asOf } = truth
  const { results, state } = outcome
  const shown = {
    status: 'SUCCESS',
    results: new SharedResults(results),
    range,
    ...(asOf && { asOf }),
    state,
    progress: 100,
    failure: undefined,
    updatedAt: deps.now(),
    version: 0,
  } as const
  return snapshotOf(question, head, shown, reader.userId, terms)
}
