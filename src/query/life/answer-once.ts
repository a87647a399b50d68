import { Fault } from '../../schema/fault.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { Reachable } from '../../storage/contract/reachable.ts'
import type { Reader } from '../query-service.ts'
import type { Snapshot } from '../snapshot.ts'
import { archivedDaysLeftOut } from './archived-days.ts'
import { compute, type QueryDeps, rangeOf } from './compute.ts'
import { missingDaysOf } from './missing-days.ts'
import { type PublishedState, SharedResults } from './published-state.ts'
import { type ParsedQuestion, type Question, questionOf } from './question.ts'
import { headerOf, type QueryHeader, representationOf } from './representation.ts'
import { rightsFor } from './rights.ts'
import { snapshotOf } from './snapshots.ts'

/** Maximum attempts; each one leaves out shards that were lost during the previous one. */
const maxAttempts = 3

/** An answer that is not shared. */
interface OwnAnswer {
  question: Question
  header: QueryHeader
  published: PublishedState
}

/** Computes an answer for one reader, without caching. Rejects with the computation's error. */
export async function answerOnce(
  parsed: ParsedQuestion,
  reader: Reader,
  deps: QueryDeps,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { question, header, published } = await computeOwn(parsed, reader, deps, signal)
  return snapshotOf(question, header, published, reader.userId, deps)
}

/**
 * Computes an answer for one reader from the shards that respond, without caching. Rejects with the
 * computation's error, or the signal's reason.
 */
export async function answerPartially(
  parsed: ParsedQuestion,
  reader: Reader,
  deps: QueryDeps,
  signal: AbortSignal,
): Promise<QueryRepresentation> {
  const ended = AbortSignal.any([signal, deps.closing])
  for (let attempt = 1; ; attempt++) {
    // Kinds with a source of their own do not read the store.
    const part = parsed.kind.source === undefined ? await deps.store.reachable?.(ended) : undefined
    const { store, missing, lost } = part ?? { store: deps.store, missing: [], lost: undefined }
    try {
      const endedOrLost = lost === undefined ? ended : AbortSignal.any([ended, lost])
      const partDeps = { ...deps, store }
      const { question, header, published } = await computeOwn(parsed, reader, partDeps, endedOrLost)
      const missingDays = missingDaysOf(question, published.range, deps.store)
      const archivedDays = archivedDaysLeftOut(question, published.range, deps.store)
      const standing = { status: published.status, missing, missingDays, archivedDays }
      return representationOf(header, published, standing)
    } catch (error) {
      if (part === undefined || ended.aborted || !isLoss(part, error)) throw error
      if (attempt === maxAttempts) throw lossFault(error)
    }
  }
}

/** Whether a computation failed because a shard was lost during it. */
function isLoss({ lost }: Pick<Reachable<unknown>, 'lost'>, error: unknown): boolean {
  return lost.aborted || (error instanceof Fault && error.code === 'storage_unavailable')
}

function lossFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const detail = 'Connections to servers of the event store failed repeatedly while the query was computed.'
  return new Fault('storage_unavailable', { detail, retryAfter: 2, cause: error })
}

/** Computes an answer. Rejects with permission_denied if the reader may not see answers of this kind. */
async function computeOwn(
  parsed: ParsedQuestion,
  reader: Reader,
  deps: QueryDeps,
  signal: AbortSignal,
): Promise<OwnAnswer> {
  const rights = rightsFor(reader, parsed.kind)
  if (rights === undefined) throw new Fault('permission_denied')
  const header = headerOf(null, parsed, reader.userId, deps.now())
  const question = questionOf(parsed, rights, header.createdAt / 1000)
  const { results, state, validity } = await compute(
    {
      question,
      queryId: null,
      cache: { range: rangeOf(question, deps), slices: [] },
      live: false,
      user: reader.userId,
      signal: AbortSignal.any([signal, deps.closing]),
    },
    deps,
  )
  const { range, asOf } = validity
  const published = {
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
  return { question, header, published }
}
