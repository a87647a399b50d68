import { randomBytes } from 'node:crypto'
import type { WidgetQueries, WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import { Fault } from '../../schema/fault.ts'
import type { Explanation } from '../../schema/query/explain.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import { nextTurn } from '../../storage/next-turn.ts'
import type { EventStore } from '../../storage/store.ts'
import type { ResolveRange } from '../kind.ts'
import type { PageOverride, QueryActivity, QueryService, Reader, StateText } from '../query-service.ts'
import { FairQueue } from '../slices/fair-queue.ts'
import type { Snapshot, SnapshotSource } from '../snapshot.ts'
import { answerOnce } from './answer-once.ts'
import type { ComputeDeps } from './compute.ts'
import { Evaluations } from './evaluations.ts'
import { isTransient, type Log } from './failure.ts'
import { invalidQuestion } from './invalid-question.ts'
import { defaultQueryLimits, type QueryLimits } from './limits.ts'
import { noResults } from './published-state.ts'
import { QuarantinedQuestions } from './quarantined-questions.ts'
import { Query } from './query.ts'
import { QueryRegistry } from './query-registry.ts'
import { ParamValidator, type QueryTypes } from './query-types.ts'
import { type ParsedQuestion, parseQuestion } from './question.ts'
import { type QueryHeader, representationOf } from './representation.ts'
import { requireAudience, rightsOf } from './rights.ts'
import type { SnapshotDeps } from './snapshots.ts'
import type { View, ViewDeps } from './view.ts'

export interface QueryServiceOptions {
  store: EventStore
  types: QueryTypes
  /** The queries of widgets; none when absent. */
  widgets?: WidgetQueries
  resolve: ResolveRange
  log: Log
  /** Unix milliseconds. */
  now?: () => number
  limits?: Partial<QueryLimits>
}

const sweepIntervalMs = 30_000
/** Characters of params that are read at once. */
const maxShortParamsLength = 2_000
/** Results of so many bytes are not waited for the next sweep with. */
const largeResultsBytes = 1_000_000
/** Slices of what nobody watches are kept for this long: a client may poll slowly. Milliseconds. */
const sliceRetentionMs = 300_000
/** Ending all work takes no longer, milliseconds. */
const closeTimeoutMs = 2_000

/**
 * The queries of everybody, in the memory of this process: those that were created here, and those of widgets for as long as they
 * are used.
 */
export class InMemoryQueryService implements QueryService, SnapshotSource {
  readonly #limits: QueryLimits
  readonly #shapes: ParamValidator
  readonly #resolve: ResolveRange
  readonly #now: () => number
  readonly #evaluations: Evaluations
  readonly #views: ViewDeps
  readonly #compute: ComputeDeps
  readonly #snapshots: SnapshotDeps
  readonly #shelf = new QueryRegistry()
  readonly #widgets: WidgetQueries | undefined
  readonly #stopListening: (() => void) | undefined
  readonly #sweeper: NodeJS.Timeout
  readonly #closing = new AbortController()

  constructor({ store, types, widgets, resolve, log, now = Date.now, limits }: QueryServiceOptions) {
    this.#limits = { ...defaultQueryLimits, ...limits }
    this.#shapes = new ParamValidator(types)
    this.#resolve = resolve
    this.#now = now
    const lanes = new FairQueue(this.#limits)
    const { shortTimeoutSeconds, longTimeoutSeconds } = this.#limits
    const timeouts = { short: shortTimeoutSeconds, long: longTimeoutSeconds }
    const quarantined = new QuarantinedQuestions()
    this.#compute = { store, lanes, quarantined, resolve, timeouts, now }
    this.#evaluations = new Evaluations({ ...this.#compute, log })
    const { signal } = this.#closing
    const paging = { store, lanes, timeout: shortTimeoutSeconds, signal }
    this.#snapshots = { store, lanes, timeout: longTimeoutSeconds, signal }
    this.#views = { evaluations: this.#evaluations, paging, now, log }
    this.#widgets = widgets
    this.#stopListening = widgets?.onChange(({ queries }) => {
      for (const id of queries) this.#end(id)
    })
    this.#sweeper = setInterval(() => this.#sweep(), sweepIntervalMs)
    this.#sweeper.unref()
  }

  validate(reader: Reader, type: string, params: unknown): QueryRepresentation {
    const asked = parseQuestion(this.#shapes, type, params)
    requireAudience(reader, asked.kind)
    const now = this.#now()
    const range = this.#resolve(asked.params.time_range, now / 1000)
    const head = this.#headOf(null, asked, reader.userId)
    const shown = { results: noResults, range, state: undefined, progress: 0, failure: undefined, version: 0 }
    return representationOf(head, { ...shown, status: 'PENDING', updatedAt: now }, { status: 'PENDING' })
  }

  async create(
    reader: Reader,
    type: string,
    params: unknown,
  ): Promise<{ query: QueryRepresentation; finished: boolean }> {
    this.#refuseWhenClosing()
    await yieldBeforeParsing(params)
    const asked = parseQuestion(this.#shapes, type, params)
    requireAudience(reader, asked.kind)
    // A range that is none is refused here; one that becomes none later is a failure.
    this.#resolve(asked.params.time_range, this.#now() / 1000)
    const query = new Query(this.#headOf(newId(), asked, reader.userId), asked, this.#views)
    const view = query.viewOf(reader)
    this.#shelf.evictFor(reader.userId, this.#limits.maxQueriesPerUser)
    this.#shelf.add(query)
    await this.#wait(view)
    const { failure } = view
    if (failure !== undefined && isTransient(new Fault(failure.code))) {
      // It was not accepted: the asker is to come again.
      this.#shelf.drop(query)
      throw new Fault(failure.code, { detail: failure.detail, retryAfter: 1 })
    }
    if (view.weight > largeResultsBytes) this.#keepWithinBudget()
    return { query: view.represent(), finished: view.status !== 'IN_PROGRESS' }
  }

  async read(reader: Reader, id: string, page?: PageOverride): Promise<QueryRepresentation> {
    const query = await this.#find(reader, id)
    return await query.read(reader, page)
  }

  async explain(reader: Reader, id: string): Promise<Explanation | undefined> {
    const query = await this.#find(reader, id)
    const { explanation } = query.viewOf(reader)
    const seesAll = rightsOf(reader.hosts).hosts === undefined
    return seesAll ? await explanation?.withEngineReads(this.#compute.store) : explanation?.withoutFigures
  }

  async stop(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query = await this.#find(reader, id)
    refuseForWidget(query)
    query.stop(reader)
    return query.viewOf(reader).represent()
  }

  async recalculate(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query = await this.#find(reader, id)
    if (query.ofWidget && query.head.ownerId !== reader.userId) {
      throw new Fault('permission_denied', {
        detail: 'Only the owner of a widget has its query computed anew.',
      })
    }
    query.recalculate(reader)
    const view = query.viewOf(reader)
    await this.#wait(view)
    return view.represent()
  }

  async remove(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query = await this.#find(reader, id)
    refuseForWidget(query)
    const last = query.viewOf(reader).represent()
    this.#shelf.drop(query)
    return last
  }

  async snapshot(reader: Reader, queryId: string, signal: AbortSignal): Promise<Snapshot> {
    signal.throwIfAborted()
    const query = await this.#find(reader, queryId)
    return await query.viewOf(reader).snapshot(reader.userId, this.#snapshots, signal)
  }

  async answer(
    reader: Reader,
    { type, params, timezone }: { type: string; params: unknown; timezone?: string },
    signal: AbortSignal,
  ): Promise<Snapshot> {
    this.#refuseWhenClosing()
    await yieldBeforeParsing(params)
    const asked = parseQuestion(this.#shapes, type, params)
    const resolve: ResolveRange = (timeRange, now) => this.#resolve(timeRange, now, timezone)
    const head = this.#headOf(null, asked, reader.userId)
    return await answerOnce(asked, head, reader, { ...this.#compute, resolve }, this.#snapshots, signal)
  }

  watch(reader: Reader, id: string, update: (state: StateText) => void, ended: () => void): () => void {
    this.#refuseWhenClosing()
    const query = this.#created(reader, id)
    if (query === undefined) throw new Fault('not_found')
    query.refuseUnlessFor(reader)
    return query.watch(reader, update, ended)
  }

  watchWidget(
    reader: Reader,
    widget: WidgetQuery,
    update: (state: StateText) => void,
    ended: () => void,
  ): () => void {
    this.#refuseWhenClosing()
    return this.#ofWidget(widget).watch(reader, update, ended)
  }

  get activity(): QueryActivity {
    const { size: evaluations, computations } = this.#evaluations
    return { queries: this.#shelf.size, evaluations, computations }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#closing.abort(new Fault('starting'))
    clearInterval(this.#sweeper)
    this.#stopListening?.()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, closeTimeoutMs)
    })
    const over = this.#evaluations.close()
    this.#shelf.clear()
    await Promise.race([over, late])
    clearTimeout(timer)
  }

  #refuseWhenClosing(): void {
    if (this.#closing.signal.aborted) throw new Fault('starting')
  }

  #headOf<Id extends string | null>(
    id: Id,
    { type, params }: Pick<QueryHeader, 'type' | 'params'>,
    ownerId: number,
  ): QueryHeader & { id: Id } {
    return { id, type, params, paramsText: JSON.stringify(params), ownerId, createdAt: this.#now() }
  }

  /** Throws not_found, permission_denied. */
  async #find(reader: Reader, id: string): Promise<Query> {
    const created = this.#created(reader, id)
    const widget = created === undefined ? await this.#widgets?.byQueryId(reader, id) : undefined
    this.#refuseWhenClosing()
    const query = created ?? (widget ? this.#ofWidget(widget) : undefined)
    if (query === undefined) throw new Fault('not_found')
    query.refuseUnlessFor(reader)
    return query
  }

  /** One that was created here, if this reader may see it. */
  #created(reader: Reader, id: string): Query | undefined {
    const query = this.#shelf.get(id)
    if (query === undefined || query.ofWidget) return undefined
    return query.head.ownerId === reader.userId || reader.managesQueries ? query : undefined
  }

  /** The query of a widget, made when it is not there: it was never used, or not for long. */
  #ofWidget({ queryId, ownerId, type, params }: WidgetQuery): Query {
    const known = this.#shelf.get(queryId)
    if (known !== undefined) return known
    let asked: ParsedQuestion
    let head: Pick<QueryHeader, 'type' | 'params'> = { type, params }
    try {
      asked = parseQuestion(this.#shapes, type, params)
      head = asked
    } catch (error) {
      asked = invalidQuestion(error)
    }
    const query = new Query(this.#headOf(queryId, head, ownerId), asked, this.#views, { ofWidget: true })
    this.#shelf.add(query)
    return query
  }

  #end(id: string): void {
    const query = this.#shelf.get(id)
    if (query !== undefined) this.#shelf.drop(query)
  }

  /** Waits for the answer, but not for long. */
  async #wait(view: View): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, this.#limits.answerWaitMs)
    })
    await Promise.race([view.settled(), late])
    clearTimeout(timer)
  }

  #sweep(): void {
    this.#shelf.dropIdle(this.#now() - this.#limits.idleTimeoutMs)
    this.#keepWithinBudget()
  }

  #keepWithinBudget(): void {
    const { maxResultBytes, maxSliceBytes } = this.#limits
    this.#shelf.keepWithin(maxResultBytes)
    this.#evaluations.forgetSlices(this.#now() - sliceRetentionMs, maxSliceBytes)
  }
}

function refuseForWidget(query: Query): void {
  if (!query.ofWidget) return
  throw new Fault('conflict', { detail: 'The query of a widget lives as long as the widget.' })
}

/** Reading a filter of thousands of values takes some tens of milliseconds: one is read at a time, and others are served in between. */
async function yieldBeforeParsing(params: unknown): Promise<void> {
  if (JSON.stringify(params ?? {}).length > maxShortParamsLength) await nextTurn()
}

function newId(): string {
  return randomBytes(16).toString('hex')
}
