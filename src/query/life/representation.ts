import type { QueryRepresentation, QueryResults, QueryStatus } from '../../schema/query/query.ts'
import { withJson } from '../../schema/text/json.ts'
import type { MissingShard } from '../../storage/contract/reachable.ts'
import type { PublishedState } from './published-state.ts'

/** The members of a representation that are equal for all readers. */
export interface QueryHeader {
  id: string | null
  type: string
  params: object
  /** The params as JSON, written once. */
  paramsText: string
  ownerId: number
  /** Unix milliseconds. */
  createdAt: number
}

/** The header of a query that is created now. `now`: Unix milliseconds. */
export function headerOf<Id extends string | null>(
  id: Id,
  { type, params }: Pick<QueryHeader, 'type' | 'params'>,
  ownerId: number,
  now: number,
): QueryHeader & { id: Id } {
  return { id, type, params, paramsText: JSON.stringify(params), ownerId, createdAt: now }
}

/** The status of an answer, and why it waits or may be incomplete. */
export interface QueryStanding {
  status: QueryStatus
  /** Position in the queue for the store, 1 is the next; absent while the query does not wait. */
  queuePosition?: number | undefined
  /** Shards whose events the answer lacks; undefined for answers that need all shards. */
  missing?: readonly MissingShard[]
  /** Days of the range whose events the answer may lack. */
  missingDays?: readonly string[]
  /** Archived days of the range that the answer leaves out. */
  archivedDays?: number
}

/** The representation of a query with these results. Its JSON reuses shared texts. */
export function representationOf(
  header: QueryHeader,
  state: PublishedState,
  standing: QueryStanding,
  results?: QueryResults,
): QueryRepresentation {
  const params = { ...header.params }
  const small = smallMembers(header, state, standing)
  if (results !== undefined) return { ...small, params, results }
  return withJson({ ...small, params, results: state.results.value }, () => {
    const { json } = state.results
    const start = jsonBeforeResults(header, state, standing)
    return typeof json === 'string'
      ? `${start}${json}}`
      : Buffer.concat([Buffer.from(start), json, Buffer.from('}')])
  })
}

/** The representation as JSON. */
export function representationText(
  header: QueryHeader,
  state: PublishedState,
  standing: QueryStanding,
): string {
  return `${jsonBeforeResults(header, state, standing)}${state.results.text}}`
}

function jsonBeforeResults(header: QueryHeader, state: PublishedState, standing: QueryStanding): string {
  const small = JSON.stringify(smallMembers(header, state, standing))
  return `${small.slice(0, -1)},"params":${header.paramsText},"results":`
}

/** All members except the params and the results. */
function smallMembers(
  header: QueryHeader,
  state: PublishedState,
  { status, queuePosition, missing, missingDays = [], archivedDays = 0 }: QueryStanding,
) {
  const { range, progress, failure, updatedAt } = state
  return {
    query_id: header.id,
    status,
    type: header.type,
    base_time: Math.floor(range.now),
    progress: status === 'IN_PROGRESS' ? Math.min(progress, 99) : progress,
    ...(queuePosition !== undefined && { queue_position: queuePosition }),
    owner_id: header.ownerId,
    created_at: header.createdAt / 1000,
    updated_at: updatedAt / 1000,
    ...(missing && { partial: missing.length > 0, missing_shards: [...missing] }),
    ...(missingDays.length > 0 && { missing_days: [...missingDays] }),
    ...(archivedDays > 0 && { archived_days: archivedDays }),
    ...(failure && { error: failure }),
  }
}
