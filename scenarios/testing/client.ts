import type { EventRecord } from '../../src/schema/event/event-record.ts'
import type { QueryRepresentation, QueryType } from '../../src/schema/query/query.ts'
import type { SearchResults } from '../../src/schema/query/search.ts'
import type { TimeRange } from '../../src/schema/time-range.ts'
import { until } from './until.ts'

/** An event in the format of POST /incoming. */
export interface OutgoingEvent {
  message: string
  host?: string
  program?: string
  /** Unix seconds. */
  ts?: number
  priority?: number
  user_tags?: Record<string, string>
}

/** Params of a query. */
export type Params = Record<string, unknown>

const requestTimeoutMs = 240_000
const pageSize = 5_000
const day = 86_400

/** A client of the HTTP API with an address and a token. */
export class Client {
  readonly service: { readonly url: string; readonly token: string }

  /** The address may be set later, when the service has started. */
  constructor(service: { readonly url: string; readonly token: string }) {
    this.service = service
  }

  get url(): string {
    return this.service.url
  }

  get headers(): Readonly<Record<string, string>> {
    return { authorization: `token ${this.service.token}` }
  }

  async get(path: string): Promise<Response> {
    return await fetch(this.url + path, {
      headers: this.headers,
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.#write('POST', path, body, headers)
  }

  patch(path: string, body: unknown): Promise<Response> {
    return this.#write('PATCH', path, body, {})
  }

  async #write(
    method: 'POST' | 'PATCH',
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response> {
    return await fetch(this.url + path, {
      method,
      headers: { ...this.headers, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
  }

  /** Sends events and returns the status. A repeat with the same key counts once. */
  async send(events: readonly OutgoingEvent[], key?: string): Promise<number> {
    const answer = await this.post(
      '/incoming',
      { events },
      key === undefined ? {} : { 'idempotency-key': key },
    )
    await answer.arrayBuffer()
    return answer.status
  }

  /** Sends events, in bodies of at most 5,000, and waits until all are found. */
  async sendAndFind(events: readonly OutgoingEvent[]): Promise<void> {
    const stored = async () => (await this.search({ page_size: 1 })).totals.occurrences
    const before = await stored()
    for (let start = 0; start < events.length; start += pageSize) {
      const status = await this.send(events.slice(start, start + pageSize))
      if (status !== 200) throw new Error(`The events were answered ${status}`)
    }
    await until('the events to be found', async () => (await stored()) >= before + events.length)
  }

  /** A query and its answer. */
  async query(type: QueryType, params: Params): Promise<QueryRepresentation> {
    const answer = await this.post('/api/query', { type, params })
    let query = await representation(answer)
    if (answer.status === 202) {
      const path = `/api/query/${query.query_id}`
      query = await until(`the answer to ${type}`, async () => {
        const now = await representation(await this.get(path))
        return now.status === 'IN_PROGRESS' ? undefined : now
      })
    }
    if (query.status !== 'SUCCESS') throw new Error(`${type} ended as ${JSON.stringify(query.error)}`)
    return query
  }

  async search(params: Params): Promise<SearchResults> {
    const { results } = await this.query('Search', { time_range: allTime(), ...params })
    // The results of a Search, whose schema the API tests check.
    return results as SearchResults
  }

  /** Number of events and occurrences that the message search `qp` finds, over all time. */
  async count(qp: string): Promise<{ events: number; occurrences: number }> {
    const { totals } = await this.search({ ...matching(qp), page_size: 1 })
    return { events: totals.count, occurrences: totals.occurrences }
  }

  /** All events that the message search finds, oldest first. Throws if there are more than paging reaches. */
  async events(qp: string): Promise<EventRecord[]> {
    const found: EventRecord[] = []
    const time_range = allTime()
    for (let page = 1; ; page++) {
      const params = { ...matching(qp), time_range, sort: ['first_occurrence'], page, page_size: pageSize }
      const { events, totals } = await this.search(params)
      if (totals.total_count !== undefined) throw new Error(`${qp} finds ${totals.total_count} events`)
      found.push(...events.objects)
      if (page >= events.page_count) return found
    }
  }

  /** The times of all occurrences of an event, newest first, Unix seconds. */
  async timestamps(id: string): Promise<number[]> {
    const found: number[] = []
    for (let page = 1; ; page++) {
      const answer = await this.get(`/api/events/${id}/timestamps?page=${page}&page_size=1000`)
      // The shape of this route, which the API tests check.
      const { count, timestamps } = (await answer.json()) as { count: number; timestamps: number[] }
      found.push(...timestamps)
      if (found.length >= count || timestamps.length === 0) return found
    }
  }
}

/** The filter of a message search. */
export function matching(qp: string): { filter: { field: string; op: string; value: string }[] } {
  return { filter: [{ field: 'message', op: 'qp', value: qp }] }
}

/** The last 30 days, and a day ahead. */
function allTime(): TimeRange {
  const now = Math.ceil(Date.now() / 1_000)
  return { ts_from: now - 30 * day, ts_to: now + day }
}

async function representation(answer: Response): Promise<QueryRepresentation> {
  if (answer.status !== 200 && answer.status !== 202) {
    throw new Error(`A query was answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
  }
  // The shape of the query routes, which the API tests check.
  return (await answer.json()) as QueryRepresentation
}
