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

/** The representation of a query; `results` stands in for those that are shown. */
export function representationOf(
  head: QueryHead,
  shown: Shown,
  status: QueryStatus,
  results: QueryResults = shown.results.value,
): QueryRepresentation {
  return { ...smallPart(head, shown, status), params: { ...head.params }, results }
}

/** The same as JSON, from texts that are made once: of the params and of the shared results. */
export function representationText(head: QueryHead, shown: Shown, status: QueryStatus): string {
  const small = JSON.stringify(smallPart(head, shown, status))
  return `${small.slice(0, -1)},"params":${head.paramsText},"results":${shown.results.text}}`
}

function smallPart(head: QueryHead, shown: Shown, status: QueryStatus) {
  const { range, progress, failure, updatedAt } = shown
  return {
    query_id: head.id,
    status,
    type: head.type,
    base_time: Math.floor(range.now),
    progress: status === 'IN_PROGRESS' ? Math.min(progress, 99) : progress,
    owner_id: head.ownerId,
    created_at: head.createdAt / 1000,
    updated_at: updatedAt / 1000,
    ...(failure && { error: failure }),
  }
}
