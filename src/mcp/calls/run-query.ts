import { setTimeout as delay } from 'node:timers/promises'
import { archivedDaysText, missingDaysText } from '../../schema/query/missing-days.ts'
import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import { requestJson, type ToolCall } from './api.ts'
import { ToolError } from './tool-error.ts'

/** A longer query is stopped, and its partial results are returned. */
const maxQuerySeconds = 20
const pollMs = 250
const removeTimeoutMs = 5_000

/** The results of a query, and how far a model may rely on them. */
export interface QueryAnswer<Results> {
  results: Results
  /** Members of the answer that limit its reliability; empty if it is complete and exact. */
  caveats: { incomplete?: string; approximate?: string; missing?: string; archived?: string }
}

/** Runs a query and removes it. Throws a ToolError if the service refuses it or it fails. */
export async function runQuery<Results extends { totals: object }>(
  call: ToolCall,
  type: QueryType,
  params: object,
): Promise<QueryAnswer<Results>> {
  const created = await requestJson<QueryRepresentation>(call, 'POST', '/api/query', { type, params })
  const path = `/api/query/${created.query_id}`
  try {
    return answerOf<Results>(await waitFor(call, created, path))
  } finally {
    // Without the signal of the call, which may be aborted: the query must end even then.
    await call.api
      .request('GET', `${path}/remove`, undefined, AbortSignal.timeout(removeTimeoutMs))
      .catch(() => undefined)
  }
}

async function waitFor(call: ToolCall, created: QueryRepresentation, path: string) {
  const end = performance.now() + maxQuerySeconds * 1_000
  let query = created
  while (query.status === 'IN_PROGRESS' || query.status === 'PENDING') {
    if (performance.now() >= end) return requestJson<QueryRepresentation>(call, 'GET', `${path}/stop`)
    await delay(pollMs, undefined, { signal: call.signal })
    query = await requestJson<QueryRepresentation>(call, 'GET', path)
  }
  return query
}

function answerOf<Results extends { totals: object }>(query: QueryRepresentation): QueryAnswer<Results> {
  if (query.error !== undefined) throw new ToolError(`${query.error.code}: ${query.error.detail}`)
  const { results, status, progress, missing_days: missingDays = [], archived_days: archivedDays = 0 } = query
  if (Array.isArray(results) || !('totals' in results))
    throw new ToolError(`There was no result within ${maxQuerySeconds} seconds. Ask for a shorter range.`)
  // The tests of the API check the results of each type against their schema.
  const typed = results as Results & { totals: { approximate?: true; bound?: string } }
  const incomplete = `Stopped after ${maxQuerySeconds} seconds at ${Math.floor(progress)} %: these are results of the newest part of the range. Ask for a shorter one.`
  return {
    results: typed,
    caveats: {
      ...(status === 'STOPPED' && { incomplete }),
      ...(archivedDays > 0 && { archived: archivedDaysText(archivedDays) }),
      ...(missingDays.length > 0 && { missing: missingDaysText(missingDays) }),
      ...(typed.totals.approximate && { approximate: typed.totals.bound ?? 'Counts are not exact.' }),
    },
  }
}
