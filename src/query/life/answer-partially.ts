import { Fault } from '../../schema/fault.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { Reachable } from '../../storage/contract/reachable.ts'
import type { Reader } from '../query-service.ts'
import { computeOwn } from './answer-once.ts'
import type { QueryDeps } from './compute.ts'
import type { ParsedQuestion } from './question.ts'
import { representationOf } from './representation.ts'

/** A shard that is lost meanwhile leads to another try without it. */
const maxTries = 3

/**
 * Answers a question for one reader from the shards that answer, without caching anything. Rejects with the
 * computation's error, or the signal's reason.
 */
export async function answerPartially(
  parsed: ParsedQuestion,
  reader: Reader,
  deps: QueryDeps,
  signal: AbortSignal,
): Promise<QueryRepresentation> {
  const ended = AbortSignal.any([signal, deps.closing])
  for (let tries = 1; ; tries++) {
    // Other kinds do not read the store of the computation.
    const part = parsed.kind.source === undefined ? await deps.store.reachable?.(ended) : undefined
    const { store, missing, lost } = part ?? { store: deps.store, missing: [], lost: undefined }
    try {
      const either = lost === undefined ? signal : AbortSignal.any([signal, lost])
      const { header, published } = await computeOwn(parsed, reader, { ...deps, store }, either)
      return representationOf(header, published, { status: published.status, missing })
    } catch (error) {
      if (part === undefined || ended.aborted || !isLoss(part, error)) throw error
      if (tries === maxTries) throw lossFault(error)
    }
  }
}

/** Whether a computation failed because a shard was lost meanwhile. */
function isLoss({ lost }: Pick<Reachable<unknown>, 'lost'>, error: unknown): boolean {
  return lost.aborted || (error instanceof Fault && error.code === 'storage_unavailable')
}

function lossFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const detail = 'Servers of the event store were lost again and again while the question was answered.'
  return new Fault('storage_unavailable', { detail, retryAfter: 2, cause: error })
}
