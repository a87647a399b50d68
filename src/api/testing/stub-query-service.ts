import type { WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import type {
  PageOverride,
  QueryActivity,
  QueryService,
  QuerySummary,
  Reader,
  StateText,
} from '../../query/query-service.ts'
import type { Snapshot, SnapshotSource } from '../../query/snapshot.ts'
import { Fault } from '../../schema/fault.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'

const noEvents = {
  totals: { ts_from: 1767225600, ts_to: 1767229200, count: 0, occurrences: 0 },
  events: { page_number: 1, page_size: 100, offset: 0, page_count: 0, item_count: 0, objects: [] },
}

interface StubWatcher {
  reader: Reader
  update: (state: StateText) => void
  ended: () => void
}

/** A query service that computes nothing: tests publish results. Has Search and TopN, with any params. */
export class StubQueryService implements QueryService, Pick<SnapshotSource, 'snapshot'> {
  readonly queries = new Map<string, QueryRepresentation>()
  readonly watchers = new Map<string, Set<StubWatcher>>()
  /** Whether the next query is finished within a second. */
  finishesAtOnce = true
  lastPage: PageOverride | undefined
  lastReader: Reader | undefined

  validate(reader: Reader, type: string, params: unknown): QueryRepresentation {
    return this.#newQuery(reader, type, params)
  }

  async create(reader: Reader, type: string, params: unknown) {
    const id = `q${this.queries.size + 1}`
    const finished = this.finishesAtOnce
    const state = finished
      ? ({ status: 'SUCCESS' } as const)
      : ({ status: 'IN_PROGRESS', queue_position: 3 } as const)
    const query: QueryRepresentation = {
      ...this.#newQuery(reader, type, params),
      query_id: id,
      ...state,
    }
    this.queries.set(id, query)
    return { query, finished }
  }

  async answerPartially(reader: Reader, type: string, params: unknown): Promise<QueryRepresentation> {
    return { ...this.#newQuery(reader, type, params), status: 'SUCCESS', partial: false, missing_shards: [] }
  }

  async read(reader: Reader, id: string, page?: PageOverride): Promise<QueryRepresentation> {
    this.lastPage = page
    return this.#find(reader, id)
  }

  async explain(): Promise<undefined> {}

  async stop(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query: QueryRepresentation = { ...this.#find(reader, id), status: 'STOPPED' }
    this.queries.set(id, query)
    return query
  }

  /** For a Search without matches. */
  async snapshot(reader: Reader, id: string): Promise<Snapshot> {
    return { query: { ...this.#find(reader, id), status: 'SUCCESS', results: noEvents }, timezone: 'UTC' }
  }

  async recalculate(reader: Reader, id: string): Promise<QueryRepresentation> {
    return { ...this.#find(reader, id), status: 'IN_PROGRESS' }
  }

  async remove(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query = this.#find(reader, id)
    this.queries.delete(id)
    for (const watcher of this.watchers.get(id) ?? []) watcher.ended()
    this.watchers.delete(id)
    return query
  }

  watch(reader: Reader, id: string, update: (state: StateText) => void, ended: () => void): () => void {
    update({ text: JSON.stringify(this.#find(reader, id)) })
    return this.#watchFrom({ reader, update, ended }, id)
  }

  watchWidget(
    reader: Reader,
    { queryId, type, params, ownerId }: WidgetQuery,
    update: (state: StateText) => void,
    ended: () => void,
  ): () => void {
    const query = { ...this.#newQuery(reader, type, params), query_id: queryId, owner_id: ownerId }
    update({ text: JSON.stringify(query) })
    return this.#watchFrom({ reader, update, ended }, queryId)
  }

  /** Adds a watcher. Returns the function that removes it. */
  #watchFrom(watcher: StubWatcher, id: string): () => void {
    const all = this.watchers.get(id) ?? new Set()
    this.watchers.set(id, all.add(watcher))
    return () => all.delete(watcher)
  }

  /** Sends a state to all watchers of a query. */
  publish(id: string, text: string): void {
    const state = { text }
    for (const watcher of this.watchers.get(id) ?? []) watcher.update(state)
  }

  get activity(): QueryActivity {
    return { queries: this.queries.size, evaluations: 0, computations: 0 }
  }

  summaries(limit: number): QuerySummary[] {
    return [...this.queries.values()].slice(0, limit).map(query => ({
      queryId: query.query_id ?? '',
      type: query.type,
      params: query.params,
      ownerId: query.owner_id,
      isRunning: query.status === 'IN_PROGRESS',
      isWatched: false,
      ofWidget: false,
      askedAt: query.created_at * 1000,
      usedAt: query.updated_at * 1000,
    }))
  }

  async close(): Promise<void> {}

  /** Throws not_found, also if the reader may not see the query. */
  #find(reader: Reader, id: string): QueryRepresentation {
    const query = this.queries.get(id)
    if (query === undefined || (query.owner_id !== reader.userId && !reader.managesQueries)) {
      throw new Fault('not_found')
    }
    return query
  }

  #newQuery(reader: Reader, type: string, params: unknown): QueryRepresentation {
    this.lastReader = reader
    if (type !== 'Search' && type !== 'TopN') {
      throw new Fault('validation', { fields: { type: [`"${type}" is not a valid choice.`] } })
    }
    // Validated by the route.
    const given = params as Record<string, unknown>
    return {
      query_id: null,
      status: 'PENDING',
      type,
      base_time: 1767225600,
      progress: 100,
      results: {},
      params: given,
      owner_id: reader.userId,
      created_at: 1767225600,
      updated_at: 1767225600,
    }
  }
}
