import type { Viewer, WidgetQuery } from '../metadata/dashboards/widget-queries.ts'
import type { Permission } from '../schema/group.ts'
import type { Explanation } from '../schema/query/explain.ts'
import type { QueryRepresentation } from '../schema/query/query.ts'

/** Who asks: what the desk needs to know of a caller. */
export interface Reader extends Viewer {
  /** Holds manage_queries: sees queries of others. */
  managesQueries: boolean
  permissions: ReadonlySet<Permission>
  /** Host patterns (* and ?) that this reader may see, ['*'] for all, [] for none. */
  hosts: readonly string[]
}

/** Paging of a Search read by GET; overrides what the query was created with, for this answer only. */
export interface PageOverride {
  page?: number
  page_size?: number
  offset?: number
}

/** The serialised representation of a moment: the very same object for all who watch with equal rights, until it changes. */
export interface StateText {
  readonly text: string
}

/** What a desk has to do. */
export interface QueryActivity {
  /** Queries in memory, those of widgets that are in use among them. */
  queries: number
  /** Evaluations in use: one for all who ask the same with equal rights. */
  evaluations: number
  /** How often one was computed since the start: the whole of it, or what was new. */
  computations: number
}

/**
 * The life of queries. Every method throws a Fault: not_found for an unknown id or one of somebody else, validation for
 * bad params (fields keyed `type`, `params`, `params.<member>`), storage_unavailable and its like.
 *
 * Some types are for those who see every host, or hold a permission: permission_denied for others. In the state of a widget
 * that is told live, it is a FAILURE.
 *
 * The query of a widget is found by its id by whoever sees the widget. It is made on first use; what cannot be asked that way
 * is a query in FAILURE. It cannot be stopped or removed (conflict), and only its owner has it computed anew
 * (permission_denied for others).
 */
export interface QueryService {
  /** Checks and fills in defaults, computes nothing: PENDING with query_id null. */
  validate(reader: Reader, type: string, params: unknown): QueryRepresentation
  /** Creates, waits up to a second. `finished` is false when the caller gets a 202. */
  create(
    reader: Reader,
    type: string,
    params: unknown,
  ): Promise<{ query: QueryRepresentation; finished: boolean }>
  /** Answers at once with the state there is; counts as watching for 60 s. */
  read(reader: Reader, id: string, page?: PageOverride): Promise<QueryRepresentation>
  /** How its shown results were computed; undefined while there are none. */
  explain(reader: Reader, id: string): Promise<Explanation | undefined>
  stop(reader: Reader, id: string): Promise<QueryRepresentation>
  recalculate(reader: Reader, id: string): Promise<QueryRepresentation>
  remove(reader: Reader, id: string): Promise<QueryRepresentation>
  /**
   * A query that was created here: tells the present state at once and then each change, at most one a second. `ended` is called
   * when the query goes. Returns the unsubscribe function.
   */
  watch(reader: Reader, id: string, update: (state: StateText) => void, ended: () => void): () => void
  /** The same for the query of a widget, which the caller has just been told that this reader sees. */
  watchWidget(
    reader: Reader,
    widget: WidgetQuery,
    update: (state: StateText) => void,
    ended: () => void,
  ): () => void
  readonly activity: QueryActivity
  close(): Promise<void>
}
