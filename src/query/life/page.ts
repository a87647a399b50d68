import { Fault } from '../../schema/fault.ts'
import type { QueryResults } from '../../schema/query/query.ts'
import { withoutParamsPrefix } from '../param-fault.ts'
import type { PageOverride } from '../query-service.ts'
import { laneOf } from '../slices/cost-profile.ts'
import { storeOf } from './archived-days.ts'
import type { QueryDeps } from './compute.ts'
import type { PublishedState } from './published-state.ts'
import type { Question } from './question.ts'

/** Reads another page of published results. Throws a Fault with `page`, `page_size` or `offset`. */
export async function readPage(
  question: Question,
  { range, asOf, state, progress }: PublishedState,
  override: PageOverride,
  user: number,
  { store: ownStore, notes, queue, timeouts, closing: signal }: QueryDeps,
): Promise<QueryResults> {
  const { kind, predicate } = question
  const store = storeOf(question, ownStore)
  const params = { ...question.params, ...override }
  const context = { store, range, predicate, notes, ...(asOf && { asOf }) }
  // The rows are already counted, so only the cost profile decides.
  const lane = laneOf(question.profile, 0)
  const timeout = timeouts.short
  try {
    return await queue.run({ user, lane, signal, refusable: true }, slot => {
      const read = { signal, lane, timeout, ...slot }
      return kind.finish(params, { ...context, read }, state, progress === 100)
    })
  } catch (error) {
    throw error instanceof Fault ? withoutParamsPrefix(error) : error
  }
}
