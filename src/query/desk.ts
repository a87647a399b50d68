import type { QueryRepresentation } from '../schema/query/query.ts'

/** Who asks: what the desk needs to know of a caller. */
export interface Reader {
  userId: number
  /** Holds manage_queries: sees queries of others. */
  managesQueries: boolean
  /** Host patterns (* and ?) that this reader may see, ['*'] for all, [] for none. */
  hosts: readonly string[]
}

/** Paging of a Search read by GET; overrides what the query was created with, for this answer only. */
export interface PageOverride {
  page?: number
  page_size?: number
  offset?: number
}

/**
 * The life of queries. Every method throws a Fault: not_found for an unknown id or one of somebody else, validation for
 * bad params (fields keyed `type`, `params`, `params.<member>`), storage_unavailable and its like.
 */
export interface QueryDesk {
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
  stop(reader: Reader, id: string): Promise<QueryRepresentation>
  recalculate(reader: Reader, id: string): Promise<QueryRepresentation>
  remove(reader: Reader, id: string): Promise<QueryRepresentation>
  /**
   * Tells the present state at once and then each change, at most one a second. `ended` is called when the query goes.
   * `text` is the serialised representation, shared by all watchers of equal rights. Returns the unsubscribe function.
   */
  watch(reader: Reader, id: string, update: (text: string) => void, ended: () => void): () => void
  close(): Promise<void>
}
