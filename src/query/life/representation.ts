import type { QueryRepresentation, QueryResults, QueryStatus } from '../../schema/query/query.ts'
import type { Shown } from './shown.ts'

/** What a representation says of the query itself, whoever looks at it. */
export interface QueryHead {
  id: string | null
  type: string
  params: object
  /** The params as JSON, made once. */
  paramsText: string
  ownerId: number
  /** Unix milliseconds. */
  createdAt: number
}

/** Where a query stands. */
export interface Standing {
  status: QueryStatus
  /** While it waits for a turn at the store: which one from now it has, 1 is the next. */
  queuePosition?: number | undefined
}

/** The representation of a query; `results` stands in for those that are shown. */
export function representationOf(
  head: QueryHead,
  shown: Shown,
  standing: Standing,
  results: QueryResults = shown.results.value,
): QueryRepresentation {
  return { ...smallPart(head, shown, standing), params: { ...head.params }, results }
}

/** The same as JSON, from texts that are made once: of the params and of the shared results. */
export function representationText(head: QueryHead, shown: Shown, standing: Standing): string {
  const small = JSON.stringify(smallPart(head, shown, standing))
  return `${small.slice(0, -1)},"params":${head.paramsText},"results":${shown.results.text}}`
}

function smallPart(head: QueryHead, shown: Shown, { status, queuePosition }: Standing) {
  const { range, progress, failure, updatedAt } = shown
  return {
    query_id: head.id,
    status,
    type: head.type,
    base_time: Math.floor(range.now),
    progress: status === 'IN_PROGRESS' ? Math.min(progress, 99) : progress,
    ...(queuePosition !== undefined && { queue_position: queuePosition }),
    owner_id: head.ownerId,
    created_at: head.createdAt / 1000,
    updated_at: updatedAt / 1000,
    ...(failure && { error: failure }),
  }
}
