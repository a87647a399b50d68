import { randomBytes } from 'node:crypto'
import { Fault } from '../../schema/fault.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { EventStore } from '../../storage/store.ts'
import type { PageOverride, QueryDesk, Reader } from '../desk.ts'
import { type LaneLimits, Lanes } from '../slices/lanes.ts'
import { Evaluations } from './evaluations.ts'
import { isPassing, type Log } from './failure.ts'
import { Query } from './query.ts'
import { ParamShapes, type QueryTypes } from './query-types.ts'
import { type Asked, type ResolveRange, readQuestion } from './question.ts'
import { type QueryHead, representationOf } from './representation.ts'
import { noResults } from './shown.ts'
import type { View, ViewDeps } from './view.ts'

export interface DeskOptions {
  store: EventStore
  types: QueryTypes
  resolve: ResolveRange
  log: Log
  /** Unix milliseconds. */
  now?: () => number
  limits?: Partial<DeskLimits>
}

export interface DeskLimits extends LaneLimits {
  /** Milliseconds that create and recalculate wait for the answer. */
  patience: number
  /** Queries of one user. */
  queries: number
  /** Milliseconds without a read or a watcher after which a query is dropped. */
  timeToLive: number
  /** Seconds until a read of a lane ends with query_timeout. */
  shortTimeout: number
  longTimeout: number
  /** About how many bytes the results of all queries may take, and the slices that are kept for refreshing them. */
  resultsBudget: number
  slicesBudget: number
}

const defaults: DeskLimits = {
  short: 6,
  long: 2,
  waiting: 50,
  patience: 1_000,
  queries: 200,
  timeToLive: 900_000,
  shortTimeout: 60,
  longTimeout: 600,
  resultsBudget: 200_000_000,
  slicesBudget: 200_000_000,
}

const sweepInterval = 30_000
/** Results of so many bytes are not waited for the next sweep with. */
const heavy = 1_000_000
/** Slices of what nobody watches are kept for this long: a client may poll slowly. Milliseconds. */
const slicesKept = 300_000
/** Ending all work takes no longer, milliseconds. */
const closePatience = 2_000

/** The queries of everybody, in the memory of this process. */
export class Desk implements QueryDesk {
  readonly #limits: DeskLimits
  readonly #shapes: ParamShapes
  readonly #resolve: ResolveRange
  readonly #now: () => number
  readonly #evaluations: Evaluations
  readonly #views: ViewDeps
  readonly #queries = new Map<string, Query>()
  readonly #sweeper: NodeJS.Timeout
  readonly #closing = new AbortController()

  constructor({ store, types, resolve, log, now = Date.now, limits }: DeskOptions) {
    this.#limits = { ...defaults, ...limits }
    this.#shapes = new ParamShapes(types)
    this.#resolve = resolve
    this.#now = now
    const lanes = new Lanes(this.#limits)
    const { shortTimeout, longTimeout } = this.#limits
    const timeouts = { short: shortTimeout, long: longTimeout }
    this.#evaluations = new Evaluations({ store, lanes, resolve, timeouts, now, log })
    const paging = { store, lanes, timeout: shortTimeout, signal: this.#closing.signal }
    this.#views = { evaluations: this.#evaluations, paging, now, log }
    this.#sweeper = setInterval(() => this.#sweep(), sweepInterval)
    this.#sweeper.unref()
  }

  validate(reader: Reader, type: string, params: unknown): QueryRepresentation {
    const asked = readQuestion(this.#shapes, type, params)
    const now = this.#now()
    const range = this.#resolve(asked.params.time_range, now / 1000)
    const head = this.#headOf(null, asked, reader)
    const shown = { results: noResults, range, state: undefined, progress: 0, failure: undefined, version: 0 }
    return representationOf(head, { ...shown, status: 'PENDING', updatedAt: now }, 'PENDING')
  }

  async create(
    reader: Reader,
    type: string,
    params: unknown,
  ): Promise<{ query: QueryRepresentation; finished: boolean }> {
    this.#refuseWhenClosing()
    const asked = readQuestion(this.#shapes, type, params)
    const query = new Query(this.#headOf(newId(), asked, reader), asked, this.#views)
    const view = query.viewOf(reader)
    this.#makeRoom(reader.userId)
    this.#queries.set(query.head.id, query)
    await this.#wait(view)
    const { failure } = view
    if (failure !== undefined && isPassing(new Fault(failure.code))) {
      // It was not accepted: the asker is to come again.
      this.#drop(query)
      throw new Fault(failure.code, { detail: failure.detail, retryAfter: 1 })
    }
    if (view.weight > heavy) this.#keepWithinBudget()
    return { query: view.represent(), finished: view.status !== 'IN_PROGRESS' }
  }

  async read(reader: Reader, id: string, page?: PageOverride): Promise<QueryRepresentation> {
    this.#refuseWhenClosing()
    return await this.#find(reader, id).read(reader, page)
  }

  async stop(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query = this.#find(reader, id)
    query.stop(reader)
    return query.viewOf(reader).represent()
  }

  async recalculate(reader: Reader, id: string): Promise<QueryRepresentation> {
    this.#refuseWhenClosing()
    const query = this.#find(reader, id)
    query.recalculate(reader)
    const view = query.viewOf(reader)
    await this.#wait(view)
    return view.represent()
  }

  async remove(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query = this.#find(reader, id)
    const last = query.viewOf(reader).represent()
    this.#drop(query)
    return last
  }

  watch(reader: Reader, id: string, update: (text: string) => void, ended: () => void): () => void {
    this.#refuseWhenClosing()
    return this.#find(reader, id).viewOf(reader).watch(update, ended)
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#closing.abort(new Fault('starting'))
    clearInterval(this.#sweeper)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, closePatience)
    })
    const over = this.#evaluations.close()
    for (const query of this.#queries.values()) query.end()
    this.#queries.clear()
    await Promise.race([over, late])
    clearTimeout(timer)
  }

  #refuseWhenClosing(): void {
    if (this.#closing.signal.aborted) throw new Fault('starting')
  }

  #headOf<Id extends string | null>(id: Id, asked: Asked, reader: Reader): QueryHead & { id: Id } {
    const { type, params } = asked
    return {
      id,
      type,
      params,
      paramsText: JSON.stringify(params),
      ownerId: reader.userId,
      createdAt: this.#now(),
    }
  }

  #find(reader: Reader, id: string): Query {
    const query = this.#queries.get(id)
    if (query === undefined) throw new Fault('not_found')
    if (query.head.ownerId !== reader.userId && !reader.managesQueries) throw new Fault('not_found')
    return query
  }

  /** Waits for the answer, but not for long. */
  async #wait(view: View): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, this.#limits.patience)
    })
    await Promise.race([view.settled(), late])
    clearTimeout(timer)
  }

  /** Of a user's queries, the one that was used least lately goes first, a watched one last. */
  #makeRoom(user: number): void {
    const own = [...this.#queries.values()].filter(query => query.head.ownerId === user)
    if (own.length < this.#limits.queries) return
    const [least] = leastUsedFirst(own)
    if (least !== undefined) this.#drop(least)
  }

  #drop(query: Query): void {
    this.#queries.delete(query.head.id)
    query.end()
  }

  #sweep(): void {
    const since = this.#now() - this.#limits.timeToLive
    for (const query of [...this.#queries.values()]) {
      if (query.usedAt < since) this.#drop(query)
      else query.dropUnused(since)
    }
    this.#keepWithinBudget()
  }

  /** Memory that results and slices take has a bound: what was used least lately goes first, what is watched last. */
  #keepWithinBudget(): void {
    const { resultsBudget, slicesBudget } = this.#limits
    let weight = 0
    for (const query of leastUsedFirst(this.#queries.values()).reverse()) {
      weight += query.weight
      if (weight <= resultsBudget) continue
      weight -= query.weight
      this.#drop(query)
    }
    this.#evaluations.forgetSlices(this.#now() - slicesKept, slicesBudget)
  }
}

/** Watched ones come last. */
function leastUsedFirst(queries: Iterable<Query>): Query[] {
  const ranked = [...queries].map(query => ({
    query,
    watched: query.isWatched ? 1 : 0,
    usedAt: query.usedAt,
  }))
  ranked.sort((a, b) => a.watched - b.watched || a.usedAt - b.usedAt)
  return ranked.map(({ query }) => query)
}

function newId(): string {
  return randomBytes(16).toString('hex')
}
