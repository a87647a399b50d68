import { nextTurn } from '../../async/next-turn.ts'
import { until } from '../../async/until.ts'
import type { WidgetQueries, WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import { Fault } from '../../schema/fault.ts'
import type { Explanation } from '../../schema/query/explain.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import { type HistorySource, MatchHistory } from '../history/match-history.ts'
import { seesAll } from '../host-visibility.ts'
import type { NoteSource, ResolvedRange, ResolveRange } from '../kind.ts'
import type {
  CreatedQuery,
  PageOverride,
  QueryActivity,
  QueryService,
  QuerySummary,
  Reader,
  StateListener,
} from '../query-service.ts'
import { FairQueue } from '../slices/fair-queue.ts'
import type { ReadTurns, TurnSource } from '../slices/read-turns.ts'
import type { Snapshot, SnapshotSource } from '../snapshot.ts'
import { answerOnce, answerPartially } from './answer-once.ts'
import type { QueryDeps } from './compute.ts'
import { isTransient, type Log } from './failure.ts'
import { defaultQueryLimits, type QueryLimits } from './limits.ts'
import { Evaluations } from './live-evaluation.ts'
import { emptyState } from './published-state.ts'
import { QuarantinedQuestions } from './quarantined-questions.ts'
import type { Query } from './query.ts'
import { QueryRegistry } from './query-registry.ts'
import { ParamValidator, type QueryTypes } from './query-types.ts'
import { type ParsedQuestion, parseQuestion } from './question.ts'
import { headerOf, representationOf } from './representation.ts'
import { requireAudience } from './rights.ts'
import type { SlowQueries } from './slow-queries.ts'
import { waitAtMost } from './wait-at-most.ts'

/*
 * Which object owns what. The service owns the QueryRegistry, which owns each Query by its id. A Query owns
 * one Answer per set of rights that it is read with. An Answer owns its watchers, and subscribes to a
 * LiveEvaluation. Evaluations shares one LiveEvaluation among all answers to equal questions. The
 * LiveEvaluation owns an AnswerCache (the slices, and the moment for which they are valid) and a
 * RefreshTimer. Whenever it is due, it runs one computation (compute.ts). The ComputedAnswer fills the cache
 * and becomes the next PublishedState, which answers show until it is replaced.
 */

export interface QueryServiceOptions {
  store: EventStore
  types: QueryTypes
  /** The queries of widgets. Absent: none. */
  widgets?: WidgetQueries
  /** Notes on events. Absent: none. */
  notes?: NoteSource | undefined
  resolve: ResolveRange
  log: Log
  /** Records slow computations. Absent: does not record them. */
  slowQueries?: SlowQueries | undefined
  /** Unix milliseconds. */
  now?: () => number
  limits?: Partial<QueryLimits>
  /** Number of this node, which query ids contain. Absent: the only node. */
  nodeId?: number | undefined
}

const sweepIntervalMs = 30_000
/** Params longer than this are parsed only after other work had its turn. */
const maxShortParamsLength = 2_000
/** After results larger than this, the limits of memory are enforced at once, not by the next sweep. */
const largeResultsBytes = 1_000_000
/** How long slices of unwatched evaluations are kept: clients may poll slowly. */
const sliceRetentionMs = 300_000
const closeTimeoutMs = 2_000

/** The queries of all users, in the memory of this process. */
export class InMemoryQueryService implements QueryService, SnapshotSource, HistorySource, TurnSource {
  readonly #limits: QueryLimits
  readonly #validator: ParamValidator
  readonly #deps: QueryDeps
  readonly #evaluations: Evaluations
  readonly #queries: QueryRegistry
  readonly #sweeper: NodeJS.Timeout
  readonly #closing = new AbortController()

  constructor(options: QueryServiceOptions) {
    const {
      store,
      types,
      widgets,
      notes,
      resolve,
      log,
      slowQueries,
      now = Date.now,
      limits,
      nodeId,
    } = options
    this.#limits = { ...defaultQueryLimits, ...limits }
    this.#validator = new ParamValidator(types)
    const { shortTimeoutSeconds, longTimeoutSeconds } = this.#limits
    this.#deps = {
      store,
      notes,
      queue: new FairQueue(this.#limits),
      timeouts: { short: shortTimeoutSeconds, long: longTimeoutSeconds },
      quarantined: new QuarantinedQuestions(),
      slowQueries,
      resolve,
      log,
      now,
      closing: this.#closing.signal,
    }
    this.#evaluations = new Evaluations(this.#deps)
    const deps = { ...this.#deps, evaluations: this.#evaluations }
    this.#queries = new QueryRegistry(deps, this.#limits, this.#validator, widgets, nodeId)
    this.#sweeper = setInterval(() => {
      this.#queries.dropIdle()
      this.#limitMemory()
    }, sweepIntervalMs)
    this.#sweeper.unref()
  }

  validate(reader: Reader, type: string, params: unknown): QueryRepresentation {
    const parsed = this.#parse(reader, type, params)
    const now = this.#deps.now()
    const range = this.#checkRange(parsed, now)
    const state = emptyState('PENDING', range, now)
    return representationOf(headerOf(null, parsed, reader.userId, now), state, { status: state.status })
  }

  async create(
    reader: Reader,
    type: string,
    params: unknown,
    signal = new AbortController().signal,
  ): Promise<CreatedQuery> {
    this.#closing.signal.throwIfAborted()
    await yieldBeforeParsing(params)
    const parsed = this.#parse(reader, type, params)
    // A range that becomes invalid later is a failure of the query.
    this.#checkRange(parsed, this.#deps.now())
    const query = this.#queries.create(reader, parsed)
    const answer = query.answerFor(reader)
    try {
      await until(waitAtMost(answer.settled(), this.#limits.answerWaitMs), { signal })
    } catch (error) {
      // No client knows its id, and it would delay the reader's other queries.
      this.#queries.drop(query)
      throw error
    }
    const { failure, results } = answer.state
    if (failure !== undefined && isTransient(failure.code)) {
      // The query is not accepted: the client should retry.
      this.#queries.drop(query)
      throw new Fault(failure.code, { detail: failure.detail, retryAfter: 1 })
    }
    if (results.bytes > largeResultsBytes) this.#limitMemory()
    return { query: answer.represent(), finished: answer.status !== 'IN_PROGRESS' }
  }

  async answerPartially(
    reader: Reader,
    type: string,
    params: unknown,
    signal: AbortSignal,
  ): Promise<QueryRepresentation> {
    this.#closing.signal.throwIfAborted()
    await yieldBeforeParsing(params)
    return await answerPartially(this.#parse(reader, type, params), reader, this.#deps, signal)
  }

  async read(reader: Reader, id: string, page?: PageOverride): Promise<QueryRepresentation> {
    const query = await this.#queries.find(reader, id)
    return await query.answerFor(reader).read(reader.userId, page)
  }

  async explain(reader: Reader, id: string): Promise<Explanation | undefined> {
    const query = await this.#queries.find(reader, id)
    const { report } = query.answerFor(reader).state
    return seesAll(reader.hosts) ? await report?.withEngineReads(this.#deps.store) : report?.withoutFigures
  }

  async stop(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query = await this.#queries.find(reader, id)
    requireChangeable(query, reader)
    refuseForWidget(query)
    query.stop(reader)
    return query.answerFor(reader).represent()
  }

  async recalculate(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query = await this.#queries.find(reader, id)
    requireChangeable(query, reader)
    if (query.ofWidget && query.header.ownerId !== reader.userId) {
      throw new Fault('permission_denied', {
        detail: 'Only the owner of a widget may recalculate its query.',
      })
    }
    query.recalculate(reader)
    const answer = query.answerFor(reader)
    await waitAtMost(answer.settled(), this.#limits.answerWaitMs)
    return answer.represent()
  }

  async remove(reader: Reader, id: string): Promise<QueryRepresentation> {
    const query = await this.#queries.find(reader, id)
    requireChangeable(query, reader)
    refuseForWidget(query)
    const finalState = query.answerFor(reader).represent()
    this.#queries.drop(query)
    return finalState
  }

  async snapshot(reader: Reader, queryId: string, signal: AbortSignal): Promise<Snapshot> {
    signal.throwIfAborted()
    const query = await this.#queries.find(reader, queryId)
    return await query.answerFor(reader).snapshot(reader.userId, signal)
  }

  async answer(
    reader: Reader,
    { type, params, timezone }: { type: string; params: unknown; timezone?: string },
    signal: AbortSignal,
  ): Promise<Snapshot> {
    this.#closing.signal.throwIfAborted()
    await yieldBeforeParsing(params)
    const parsed = parseQuestion(this.#validator, type, params)
    const resolve: ResolveRange = (timeRange, now) => this.#deps.resolve(timeRange, now, timezone)
    return await answerOnce(parsed, reader, { ...this.#deps, resolve }, signal)
  }

  history(userId: number, signal: AbortSignal): MatchHistory {
    const turn = this.turnsOf(userId, signal)
    return new MatchHistory(this.#deps.store, ask => turn('long', ask))
  }

  turnsOf(userId: number, signal: AbortSignal, { refusable = false } = {}): ReadTurns {
    const { queue, timeouts, closing } = this.#deps
    const ended = AbortSignal.any([signal, closing])
    return (lane, ask) =>
      queue.run({ user: userId, lane, signal: ended, refusable }, slot =>
        ask({ ...slot, signal: ended, lane, timeout: timeouts[lane] }),
      )
  }

  watch(reader: Reader, id: string, update: StateListener, ended: () => void): () => void {
    this.#closing.signal.throwIfAborted()
    return this.#queries.findCreated(reader, id).watch(reader, update, ended)
  }

  watchWidget(reader: Reader, widget: WidgetQuery, update: StateListener, ended: () => void): () => void {
    this.#closing.signal.throwIfAborted()
    const query = this.#queries.ofWidget(widget)
    const unsubscribe = query.watch(reader, update, ended)
    return () => {
      unsubscribe()
      this.#queries.dropUnwatched(query)
    }
  }

  get activity(): QueryActivity {
    const { size: evaluations, computations } = this.#evaluations
    return { queries: this.#queries.size, evaluations, computations }
  }

  summaries(limit: number): QuerySummary[] {
    return this.#queries.summaries(limit)
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#closing.abort(new Fault('starting'))
    clearInterval(this.#sweeper)
    const evaluationsEnd = this.#evaluations.close()
    this.#queries.close()
    await waitAtMost(evaluationsEnd, closeTimeoutMs)
  }

  #parse(reader: Reader, type: string, params: unknown): ParsedQuestion {
    const parsed = parseQuestion(this.#validator, type, params)
    requireAudience(reader, parsed.kind)
    return parsed
  }

  /**
   * The `time_range` of the params at `now` (Unix milliseconds). Throws a Fault for an invalid range of the
   * kind.
   */
  #checkRange({ kind, params }: ParsedQuestion, now: number): ResolvedRange {
    const range = this.#deps.resolve(params.time_range, now / 1000)
    kind.rangeOf?.(params, now / 1000, this.#deps.resolve)
    return range
  }

  #limitMemory(): void {
    this.#queries.limitResultBytes()
    this.#evaluations.forgetSlices(this.#deps.now() - sliceRetentionMs, this.#limits.maxSliceBytes)
  }
}

/** Throws permission_denied if a read-only reader may not change this query. */
function requireChangeable({ ofWidget, header }: Query, { readsOnly, userId }: Reader): void {
  if (readsOnly !== true || (!ofWidget && header.ownerId === userId)) return
  throw new Fault('permission_denied', {
    detail: 'This token reads only: it changes queries of its own user only, and none of widgets.',
  })
}

function refuseForWidget(query: Query): void {
  if (!query.ofWidget) return
  throw new Fault('conflict', {
    detail: 'The query of a widget cannot be stopped or removed. It is removed with the widget.',
  })
}

/**
 * Lets other requests run before long params are parsed, one query at a time: parsing a filter of thousands
 * of values takes tens of milliseconds.
 */
async function yieldBeforeParsing(params: unknown): Promise<void> {
  if (JSON.stringify(params ?? {}).length > maxShortParamsLength) await nextTurn()
}
