import { Fault } from '../../schema/fault.ts'
import type { QueryResults } from '../../schema/query/query.ts'
import type { EventStore } from '../../storage/store.ts'
import type { PageOverride } from '../query-service.ts'
import { laneOf } from '../slices/cost-profile.ts'
import type { FairQueue } from '../slices/fair-queue.ts'
import type { PublishedState } from './published-state.ts'
import type { Question } from './question.ts'

export interface PageDeps {
  store: EventStore
  lanes: FairQueue
  /** Seconds. */
  timeout: number
  signal: AbortSignal
}

/**
 * The results that are shown, with another page of them: the same counts, one short read. Throws a Fault keyed `page`,
 * `page_size`, `offset`.
 */
export async function pageOf(
  question: Question,
  shown: PublishedState,
  override: PageOverride,
  user: number,
  { store, lanes, timeout, signal }: PageDeps,
): Promise<QueryResults> {
  const { kind, predicate } = question
  const params = { ...question.params, ...override }
  const { range, asOf } = shown
  const evaluation = { store, range, predicate, ...(asOf && { asOf }) }
  const complete = shown.progress === 100
  const lane = laneOf(question.profile, 0)
  try {
    return await lanes.run({ user, lane, signal, refusable: true }, slot =>
      kind.finish(params, evaluation, shown.state, complete, { signal, lane, timeout, ...slot }),
    )
  } catch (error) {
    throw error instanceof Fault ? inQueryString(error) : error
  }
}

/** The same fault, of parameters of the address instead of members of params. */
function inQueryString(fault: Fault): Fault {
  const { code, detail, fields, members, retryAfter } = fault
  if (fields === undefined) return fault
  const renamed = Object.entries(fields).map(([name, messages]) => [name.replace(/^params\./, ''), messages])
  return new Fault(code, {
    detail,
    fields: Object.fromEntries(renamed),
    ...(members && { members }),
    ...(retryAfter !== undefined && { retryAfter }),
    cause: fault,
  })
}
