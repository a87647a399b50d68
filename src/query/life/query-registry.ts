import { randomBytes } from 'node:crypto'
import { storedIdOf } from '../../metadata/dashboards/choice.ts'
import type { WidgetQueries, WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import { Fault } from '../../schema/fault.ts'
import type { QuerySummary, Reader } from '../query-service.ts'
import type { AnswerDeps } from './answer.ts'
import type { QueryLimits } from './limits.ts'
import { Query } from './query.ts'
import type { ParamValidator } from './query-types.ts'
import { invalidQuestion, type ParsedQuestion, parseQuestion } from './question.ts'
import { headerOf, type QueryHeader } from './representation.ts'
import { requireAudience } from './rights.ts'

/** The queries in memory by id: created queries, and queries of widgets while they are used. */
export class QueryRegistry {
  readonly #queries = new Map<string, Query>()
  readonly #deps: AnswerDeps
  readonly #limits: QueryLimits
  readonly #validator: ParamValidator
  readonly #widgets: WidgetQueries | undefined
  readonly #nodeId: number | undefined
  readonly #stopListening: (() => void) | undefined

  constructor(
    deps: AnswerDeps,
    limits: QueryLimits,
    validator: ParamValidator,
    widgets: WidgetQueries | undefined,
    nodeId: number | undefined,
  ) {
    this.#deps = deps
    this.#limits = limits
    this.#validator = validator
    this.#widgets = widgets
    this.#nodeId = nodeId
    this.#stopListening = widgets?.onChange(changed => {
      const removedIds = new Set(changed?.queries)
      // Null: any widget may have changed.
      const isRemoved = ({ header, ofWidget }: Query) =>
        changed === null ? ofWidget : removedIds.has(storedIdOf(header.id))
      for (const query of [...this.#queries.values()]) if (isRemoved(query)) this.drop(query)
    })
  }

  get size(): number {
    return this.#queries.size
  }

  /** Creates a query. Above `maxQueriesPerUser`, drops the least recently used one, watched ones last. */
  create(reader: Reader, parsed: ParsedQuestion): Query {
    const id = newQueryId(this.#nodeId)
    const query = new Query(headerOf(id, parsed, reader.userId, this.#deps.now()), parsed, this.#deps)
    // Subscribes before dropping another query: an evaluation that both share then stays.
    query.answerFor(reader)
    const ownQueries = [...this.#queries.values()].filter(
      ({ ofWidget, header }) => !ofWidget && header.ownerId === reader.userId,
    )
    const isFull = ownQueries.length >= this.#limits.maxQueriesPerUser
    const [leastUsed] = isFull ? leastUsedFirst(ownQueries) : []
    if (leastUsed !== undefined) this.drop(leastUsed)
    this.#queries.set(id, query)
    return query
  }

  /** A created query that this reader may see, or a widget's query. Throws not_found, permission_denied. */
  async find(reader: Reader, id: string): Promise<Query> {
    const created = this.#created(reader, id)
    const widget = created === undefined ? await this.#widgets?.byQueryId(reader, id) : undefined
    // The service may have closed while the widget was read: `close` would miss its query.
    this.#deps.closing.throwIfAborted()
    return readable(reader, created ?? (widget ? this.ofWidget(widget) : undefined))
  }

  /** A created query that this reader may see. Throws not_found, permission_denied. */
  findCreated(reader: Reader, id: string): Query {
    return readable(reader, this.#created(reader, id))
  }

  /** The query of a widget, created if it is not in memory. */
  ofWidget({ queryId, ownerId, type, params }: WidgetQuery): Query {
    const existing = this.#queries.get(queryId)
    if (existing !== undefined) return existing
    let parsed: ParsedQuestion
    let described: Pick<QueryHeader, 'type' | 'params'> = { type, params }
    try {
      parsed = parseQuestion(this.#validator, type, params)
      described = parsed
    } catch (error) {
      parsed = invalidQuestion(error)
    }
    const header = headerOf(queryId, described, ownerId, this.#deps.now())
    const query = new Query(header, parsed, this.#deps, { ofWidget: true })
    this.#queries.set(queryId, query)
    return query
  }

  /** The queries, running ones first, then the most recently used. */
  summaries(limit: number): QuerySummary[] {
    return Array.from(this.#queries.values(), query => query.summary)
      .sort((a, b) => Number(b.isRunning) - Number(a.isRunning) || b.usedAt - a.usedAt)
      .slice(0, limit)
  }

  /** Ends a query, which may already have been dropped. */
  drop(query: Query): void {
    this.#queries.delete(query.header.id)
    query.end()
  }

  /** Drops a widget's query that is still running, but unwatched: computing it would delay other queries. */
  dropUnwatched(query: Query): void {
    const isCurrent = this.#queries.get(query.header.id) === query
    if (isCurrent && !query.isWatched && query.summary.isRunning) this.drop(query)
  }

  /** Drops queries that were not used for the idle timeout. */
  dropIdle(): void {
    const since = this.#deps.now() - this.#limits.idleTimeoutMs
    for (const query of [...this.#queries.values()]) {
      if (query.usedAt < since) this.drop(query)
      else query.dropIdle(since)
    }
  }

  /**
   * Drops queries so that their results take at most `maxResultBytes`. Keeps watched queries first, then the
   * most recently used; one that does not fit is dropped, while smaller ones after it may stay.
   */
  limitResultBytes(): void {
    let keptBytes = 0
    for (const query of leastUsedFirst(this.#queries.values()).reverse()) {
      const bytes = keptBytes + query.bytes
      if (bytes <= this.#limits.maxResultBytes) keptBytes = bytes
      else this.drop(query)
    }
  }

  close(): void {
    this.#stopListening?.()
    for (const query of this.#queries.values()) query.end()
    this.#queries.clear()
  }

  #created(reader: Reader, id: string): Query | undefined {
    const query = this.#queries.get(id)
    if (query === undefined || query.ofWidget) return undefined
    return query.header.ownerId === reader.userId || reader.managesQueries ? query : undefined
  }
}

/** Throws not_found if there is no query, and permission_denied if the reader may not see its kind. */
function readable(reader: Reader, query: Query | undefined): Query {
  if (query === undefined) throw new Fault('not_found')
  requireAudience(reader, query.kind)
  return query
}

/** Sorts queries by their last use, oldest first. Watched queries come last. */
function leastUsedFirst(queries: Iterable<Query>): Query[] {
  const ranked = [...queries].map(query => ({ query, isWatched: query.isWatched, usedAt: query.usedAt }))
  ranked.sort((a, b) => Number(a.isWatched) - Number(b.isWatched) || a.usedAt - b.usedAt)
  return ranked.map(({ query }) => query)
}

/** Id of a query created on one of several nodes: random digits, and the number of the node. */
const nodeQueryId = /^[0-9a-f]{32}\.(\d{1,10})$/

/** A new id; contains the number of this node when there are several. */
function newQueryId(nodeId: number | undefined): string {
  const random = randomBytes(16).toString('hex')
  return nodeId === undefined ? random : `${random}.${nodeId}`
}

/** The node that has a created query; undefined for queries of widgets, which every node knows. */
export function nodeOfQuery(queryId: string): number | undefined {
  const [, id] = nodeQueryId.exec(queryId) ?? []
  return id === undefined ? undefined : Number(id)
}
