import { Type } from 'typebox'
import type { QueryRepresentation } from '../../../schema/query/query.ts'
import { eventParams } from '../../../schema/query/shared-members.ts'
import type { Kind } from '../../kind.ts'
import type { EventParams } from '../../kinds/event-params.ts'
import type { QueryTypes } from '../query-types.ts'

interface CountingParams extends EventParams {
  page?: number
  page_size?: number
  label?: string
}

/** Counts seconds of events: the state of a slice is the list of its seconds, oldest first. */
export class CountingKind implements Kind<CountingParams, number[], Record<string, unknown>> {
  /** Unix seconds at which events happened. */
  readonly events: number[] = []
  /** The slices that were computed, in order. */
  readonly computed: { from: number; to: number; signal: AbortSignal; lane: string }[] = []
  /** How often results were made, whole and partial. */
  readonly finished = { whole: 0, partial: 0 }
  isPeriodic = false
  costPerRow: 'columns' | 'scan' | 'whole' = 'columns'
  /** Makes results in parallel with the slices, when set. */
  prepareResults?: NonNullable<Kind<CountingParams, number[], Record<string, unknown>>['prepareResults']>
  /** The work of computing a slice, which a test may delay. */
  work: (slice: { from: number; to: number }, signal: AbortSignal) => Promise<void> = async () => {}

  normalise(params: CountingParams): CountingParams {
    return { freeze_time: false, filter: [], page: 1, page_size: 2, ...params }
  }
  cost(): 'columns' | 'scan' | 'whole' {
    return this.costPerRow
  }
  periodic(): boolean {
    return this.isPeriodic
  }
  async slice(
    _params: CountingParams,
    { read }: { read: { signal: AbortSignal; lane: string } },
    slice: { from: number; to: number },
  ): Promise<number[]> {
    this.computed.push({ ...slice, signal: read.signal, lane: read.lane })
    await this.work(slice, read.signal)
    return this.events.filter(second => second >= slice.from && second < slice.to)
  }
  merge(newer: number[], older: number[]): number[] {
    return [...older, ...newer]
  }
  async finish(
    { page = 1, page_size = 2 }: CountingParams,
    { range, predicate }: { range: { from: number; to: number }; predicate: unknown },
    state: number[] | undefined,
    complete: boolean,
  ): Promise<Record<string, unknown>> {
    this.finished[complete ? 'whole' : 'partial']++
    const start = (page - 1) * page_size
    const shown = state?.slice(start, start + page_size) ?? []
    return { from: range.from, to: range.to, count: state?.length ?? 0, page: shown, predicate, complete }
  }
}

/** The query types of a query service under test: Counting, and Paging, which is the same with pages. */
export function typesOf(kind: CountingKind): QueryTypes {
  const label = Type.Optional(Type.String())
  const page = Type.Optional(Type.Integer({ minimum: 1 }))
  const closed = { additionalProperties: false }
  return {
    Counting: { params: Type.Object({ ...eventParams, label }, closed), kind },
    Paging: { params: Type.Object({ ...eventParams, label, page, page_size: page }, closed), kind },
  }
}

/** The results of such a query: an object, like the results of most types. */
export function countedIn({ results }: QueryRepresentation): Record<string, unknown> {
  if (Array.isArray(results)) throw new Error('these kinds answer no lists')
  return results
}
