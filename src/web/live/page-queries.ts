import type { QueryType } from '../../schema/query/query.ts'
import { isUnknownQuery, type QueryAnswer, type QueryRequest } from '../api/queries.ts'
import type { LiveConnection, QueryListener } from './live-connection.ts'
import type { QueryApi } from './live-query.ts'

/** Sends requests for queries to the service. */
export interface QueryRequests {
  create<T extends QueryType>(request: QueryRequest<T>, signal: AbortSignal): Promise<QueryAnswer<T>>
  read<T extends QueryType>(id: string, signal: AbortSignal): Promise<QueryAnswer<T>>
  readPage(id: string, page: number, signal: AbortSignal): Promise<QueryAnswer<'Search'>>
  stop<T extends QueryType>(id: string, signal: AbortSignal): Promise<QueryAnswer<T>>
  remove(id: string): void
}

/** Why a request was aborted or not sent: its query has ended. Views show no error for it. */
export class QueryEndedError extends Error {
  override name = 'QueryEndedError' as const
}

/** Whether the query does not exist any more, no matter whether its page or the service ended it. */
export function isGone(error: unknown): boolean {
  return error instanceof QueryEndedError || isUnknownQuery(error)
}

/** Maximum queries in `#open`: the service drops older queries too. */
const maxOpen = 500
/** Maximum ended queries in `#gone`. Queries that the page still shows are much younger. */
const maxGone = 1_000

/** A query of this page, until its removal is sent. */
interface OpenQuery {
  /** Aborts requests when the page removes the query, or the service has forgotten it. */
  ended: AbortController
  /** When the page is closed, aborts the requests that keep the query. */
  pageClosed: AbortController
  /** Number of requests that keep the query: its removal waits for them. */
  keepers: number
  /** The subscriptions: by the function that ends each, its listener. */
  watched: Map<() => void, QueryListener>
}

/**
 * Owner of the queries that this page has created, each from its creation to its removal. Every request and
 * subscription for a query goes through it. When a query is removed, its requests are aborted and its
 * subscriptions ended before the removal is sent, and nothing is requested for it afterwards. Queries of
 * other owners, such as widgets, are passed through.
 */
export class PageQueries implements QueryApi {
  readonly #requests: QueryRequests
  /** By query_id. Includes ended queries whose removal waits for requests that keep them. */
  readonly #open = new Map<string, OpenQuery>()
  /** Why nothing can be requested for a query any more, by query_id. */
  readonly #gone = new Map<string, unknown>()

  constructor(requests: QueryRequests) {
    this.#requests = requests
  }

  async create<T extends QueryType>(request: QueryRequest<T>, signal: AbortSignal): Promise<QueryAnswer<T>> {
    const answer = await this.#requests.create(request, signal)
    const [oldest] = this.#open.keys()
    if (oldest !== undefined && this.#open.size >= maxOpen) this.#open.delete(oldest)
    this.#open.set(answer.query_id, {
      ended: new AbortController(),
      pageClosed: new AbortController(),
      keepers: 0,
      watched: new Map(),
    })
    return answer
  }

  read<T extends QueryType>(id: string, signal: AbortSignal): Promise<QueryAnswer<T>> {
    return this.#ask(id, signal, 'ended', signal => this.#requests.read(id, signal))
  }

  readPage(id: string, page: number, signal: AbortSignal): Promise<QueryAnswer<'Search'>> {
    return this.#ask(id, signal, 'ended', signal => this.#requests.readPage(id, page, signal))
  }

  stop<T extends QueryType>(id: string, signal: AbortSignal): Promise<QueryAnswer<T>> {
    return this.#ask(id, signal, 'ended', signal => this.#requests.stop(id, signal))
  }

  /**
   * Sends a request that may end after the query is no longer shown, such as an export. The query is removed
   * only after the request has ended.
   */
  async keep<R>(id: string, signal: AbortSignal, send: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const query = this.#open.get(id)
    if (query) query.keepers += 1
    try {
      return await this.#ask(id, signal, 'pageClosed', send)
    } finally {
      if (query) query.keepers -= 1
      this.#sendRemoval(id)
    }
  }

  /** Subscribes to a query until the returned function is called, or the query is removed. */
  watch(connection: LiveConnection, id: string, listener: QueryListener): () => void {
    if (this.#gone.has(id)) return () => {}
    const end = connection.watchQuery(id, listener)
    const watched = this.#open.get(id)?.watched
    watched?.set(end, listener)
    return () => {
      watched?.delete(end)
      end()
    }
  }

  /** Removes a query of this page, once. Does nothing when the service has forgotten it. */
  remove(id: string): void {
    this.#end(id, new QueryEndedError('The page has removed the query.'))
    this.#sendRemoval(id)
  }

  /** Ends a query that the service has forgotten, and notifies its listeners. */
  lost(id: string, reason: unknown = new QueryEndedError('The service has forgotten the query.')): void {
    const listeners = this.#end(id, reason)
    this.#open.delete(id)
    for (const listener of listeners) listener.lost()
  }

  /** Removes all queries when the page is closed, so that the service does not compute them any longer. */
  removeAll(): void {
    for (const [id, query] of [...this.#open]) {
      query.pageClosed.abort(new QueryEndedError('The page is closed.'))
      query.keepers = 0
      this.remove(id)
    }
  }

  /**
   * Sends a request, or throws why the query has ended. `until`: which controller of the query aborts the
   * request.
   */
  async #ask<R>(
    id: string,
    signal: AbortSignal,
    until: 'ended' | 'pageClosed',
    send: (signal: AbortSignal) => Promise<R>,
  ): Promise<R> {
    if (this.#gone.has(id)) throw this.#gone.get(id)
    const query = this.#open.get(id)
    try {
      return await send(query ? AbortSignal.any([signal, query[until].signal]) : signal)
    } catch (error) {
      if (isUnknownQuery(error)) this.lost(id, error)
      throw error
    }
  }

  /** Ends the requests and subscriptions of a query of this page, and returns the listeners; once. */
  #end(id: string, reason: unknown): QueryListener[] {
    const query = this.#open.get(id)
    if (!query || this.#gone.has(id)) return []
    const [oldest] = this.#gone.keys()
    if (oldest !== undefined && this.#gone.size >= maxGone) this.#gone.delete(oldest)
    this.#gone.set(id, reason)
    query.ended.abort(reason)
    const watched = [...query.watched]
    query.watched.clear()
    for (const [end] of watched) end()
    return watched.map(([, listener]) => listener)
  }

  /** Sends the removal of an ended query once nothing keeps it. */
  #sendRemoval(id: string): void {
    if (!this.#gone.has(id) || this.#open.get(id)?.keepers !== 0) return
    this.#open.delete(id)
    this.#requests.remove(id)
  }
}
