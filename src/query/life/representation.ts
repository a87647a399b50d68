import type { QueryRepresentation, QueryResults, QueryStatus } from '../../schema/query/query.ts'
import { type Json, withJson } from '../json.ts'
import type { PublishedState } from './published-state.ts'

/** What a representation says of the query itself, whoever looks at it. */
export interface QueryHeader {
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
export interface QueryStanding {
  status: QueryStatus
  /** While it waits for a turn at the store: which one from now it has, 1 is the next. */
  queuePosition?: number | undefined
}

/** The representation of a query, whose JSON is made of texts that are there; `results` stands in for those that are shown. */
export function representationOf(
  head: QueryHeader,
  shown: PublishedState,
  standing: QueryStanding,
  results?: QueryResults,
): QueryRepresentation {
  const params = { ...head.params }
  const small = smallPart(head, shown, standing)
  if (results !== undefined) return { ...small, params, results }
  const whole = { ...small, params, results: shown.results.value }
  return withJson(whole, () => representationJson(head, shown, standing))
}

function representationJson(head: QueryHeader, shown: PublishedState, standing: QueryStanding): Json {
  const { json } = shown.results
  const opening = openingOf(head, shown, standing)
  return typeof json === 'string'
    ? `${opening}${json}}`
    : Buffer.concat([Buffer.from(opening), json, closing])
}

const closing = Buffer.from('}')

/** The same as JSON, from texts that are made once: of the params and of the shared results. */
export function representationText(
  head: QueryHeader,
  shown: PublishedState,
  standing: QueryStanding,
): string {
  return `${openingOf(head, shown, standing)}${shown.results.text}}`
}

/** Its JSON but for the results and what closes it. */
function openingOf(head: QueryHeader, shown: PublishedState, standing: QueryStanding): string {
  const small = JSON.stringify(smallPart(head, shown, standing))
  return `${small.slice(0, -1)},"params":${head.paramsText},"results":`
}

function smallPart(head: QueryHeader, shown: PublishedState, { status, queuePosition }: QueryStanding) {
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
