import type { Viewer, WidgetQuery } from '../metadata/dashboards/widget-queries.ts'
import type { Permission } from '../schema/people/group.ts'
import type { Explanation } from '../schema/query/explain.ts'
import type { QueryRepresentation } from '../schema/query/query.ts'

/** A caller of the query service. */
export interface Reader extends Viewer {
  /** With manage_queries: sees other users' queries. */
  managesQueries: boolean
  permissions: ReadonlySet<Permission>
  /** Patterns (* and ?) of hosts that this reader may see: ['*'] for all, [] for none. */
  hosts: readonly string[]
  /** Set for readers of a single dashboard: reads only its widgets. */
  onlyDashboardId?: number
  /** True: may stop, remove and recalculate only its own queries, and not queries of widgets. */
  readsOnly?: true
}

/** The page of one read, instead of the page in the params. */
export interface PageOverride {
  page?: number
  page_size?: number
  offset?: number
}

/** The state of a new query after its first second. */
export interface CreatedQuery {
  query: QueryRepresentation
  /** False if the caller gets a 202. */
  finished: boolean
}

/** The representation as JSON. Watchers with equal rights get the same object until it changes. */
export interface StateText {
  readonly text: string
}

export type StateListener = (state: StateText) => void

/** How much the query service does, for metrics. */
export interface QueryActivity {
  /** Queries in memory, also of widgets in use. */
  queries: number
  /** Evaluations in use: equal questions with equal rights share one. */
  evaluations: number
  /** Computations and refreshes since the start. */
  computations: number
}

/** A query in memory, as shown to users with manage_queries. */
export interface QuerySummary {
  queryId: string
  type: string
  params: object
  ownerId: number
  isRunning: boolean
  isWatched: boolean
  ofWidget: boolean
  /** When it was asked, and when it was last used (Unix milliseconds). */
  askedAt: number
  usedAt: number
}

/**
 * Creates, reads and watches queries.
 *
 * Every method throws Faults: not_found for an unknown id or another user's query, validation for invalid
 * params (fields keyed `type`, `params`, `params.<member>`), storage_unavailable and other errors of the
 * engine. Some types are only for readers who see every host or have a permission. For other readers they
 * throw permission_denied; a watched widget shows it as a FAILURE.
 *
 * Every reader who sees a widget finds its query by id. The query is created on first use; an invalid
 * question is a FAILURE. It cannot be stopped or removed (conflict), and only the widget's owner may
 * recalculate it (permission_denied). A read-only reader gets permission_denied for stopping, removing or
 * recalculating queries of widgets and of other users.
 */
export interface QueryService {
  /** Validates params and fills in defaults, without creating a query: PENDING with query_id null. */
  validate(reader: Reader, type: string, params: unknown): QueryRepresentation
  /**
   * Creates a query and waits up to a second for its answer. Drops it if the signal fires meanwhile, and if
   * it fails for a transient reason, which becomes the Fault.
   */
  create(reader: Reader, type: string, params: unknown, signal?: AbortSignal): Promise<CreatedQuery>
  /**
   * Answers once, with all events of the shards that respond, and names the others. Creates no query, so its
   * id is null. Types that are not about events are answered completely or not at all. Rejects with the
   * computation's error, or the signal's reason.
   */
  answerPartially(
    reader: Reader,
    type: string,
    params: unknown,
    signal: AbortSignal,
  ): Promise<QueryRepresentation>
  /** Returns the current state; counts as watching for 60 s. */
  read(reader: Reader, id: string, page?: PageOverride): Promise<QueryRepresentation>
  /** How the results were computed; undefined if there are none. */
  explain(reader: Reader, id: string): Promise<Explanation | undefined>
  stop(reader: Reader, id: string): Promise<QueryRepresentation>
  recalculate(reader: Reader, id: string): Promise<QueryRepresentation>
  remove(reader: Reader, id: string): Promise<QueryRepresentation>
  /**
   * Calls `update` with the current state of a created query at once and after each change, at most twice a
   * second; calls `ended` when the query ends. Returns the function that unsubscribes.
   */
  watch(reader: Reader, id: string, update: StateListener, ended: () => void): () => void
  /** Like `watch`, for the query of a widget that this reader sees. */
  watchWidget(reader: Reader, widget: WidgetQuery, update: StateListener, ended: () => void): () => void
  readonly activity: QueryActivity
  /** Queries in memory, running ones first, then the most recently used, at most `limit`. */
  summaries(limit: number): QuerySummary[]
  close(): Promise<void>
}
