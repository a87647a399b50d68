import type { Reader } from '../desk.ts'
import type { Kept } from '../slices/kept.ts'
import type { Snapshot } from '../snapshot.ts'
import { type ComputeDeps, compute, rangeOf } from './compute.ts'
import { type Asked, questionOf } from './question.ts'
import type { QueryHead } from './representation.ts'
import { denied, rightsIn } from './rights.ts'
import { SharedResults } from './shown.ts'
import { type SnapshotTerms, snapshotOf } from './snapshots.ts'

/** Answers a question from nothing, for one reader, and keeps nothing of it. Rejects with what it failed with. */
export async function answerOnce(
  asked: Asked,
  head: QueryHead,
  reader: Reader,
  deps: ComputeDeps,
  terms: SnapshotTerms,
  signal: AbortSignal,
): Promise<Snapshot> {
  const rights = rightsIn(reader, asked.kind)
  if (rights === undefined) throw denied()
  const question = questionOf(asked, rights, head.createdAt / 1000)
  let kept: Kept<unknown> = { range: rangeOf(question, deps), slices: [] }
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
