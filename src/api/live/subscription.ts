import { storedIdOf } from '../../metadata/dashboards/choice.ts'
import type { Reader, StateText } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import type { RemoteQueries } from '../nodes/remote-queries.ts'
import type { UpdateEncoder } from './frames.ts'
import type { Outbox } from './outbox.ts'
import { type ChangedIds, type Target, type TargetQuery, type Targets, targetKey } from './targets.ts'

export interface SubscriptionDeps {
  targets: Targets
  frames: UpdateEncoder
  outbox: Outbox
  /** Queries of other nodes; absent without other nodes. */
  remote?: RemoteQueries | undefined
  /** The client with its current rights. */
  reader: () => Reader
  /** Reports a query of the target that cannot be watched. */
  onFailure: (target: Target, query: TargetQuery, fault: Fault) => void
  /** Requests a call of `refresh`, since the target may show other queries now. */
  onStale: (subscription: Subscription) => void
}

/** A subscription of a client to one target. Watches the queries that the target currently shows. */
export class Subscription {
  readonly target: Target
  readonly key: string
  readonly #deps: SubscriptionDeps
  /** By query_id. */
  readonly #watched = new Map<string, { query: TargetQuery; stop: () => void }>()
  /** Jobs that wait until the subscription is confirmed; undefined afterwards. */
  #untilConfirmed: (() => void)[] | undefined = []
  #hasEnded = false

  constructor(target: Target, deps: SubscriptionDeps) {
    this.target = target
    this.key = targetKey(target)
    this.#deps = deps
  }

  get isConfirmed(): boolean {
    return this.#untilConfirmed === undefined
  }

  /** Runs the waiting jobs. From now on updates are sent at once. */
  markConfirmed(): void {
    const waiting = this.#untilConfirmed ?? []
    this.#untilConfirmed = undefined
    for (const run of waiting) run()
  }

  /** Whether a change may affect the queries of the target. */
  isAffectedBy({ dashboards, widgets, queries }: ChangedIds): boolean {
    // A running `refresh` may have read the state before the change.
    if (!this.isConfirmed) return true
    const { kind, id } = this.target
    if (kind === 'dashboard' && dashboards.has(id)) return true
    if (kind === 'widget' && widgets.has(id)) return true
    for (const { query } of this.#watched.values()) {
      if (queries.has(storedIdOf(query.queryId))) return true
      if (query.widget === null) continue
      if (widgets.has(query.widget.widgetId) || dashboards.has(query.widget.dashboardId)) return true
    }
    return false
  }

  /**
   * Reads the queries of the target: stops watching removed ones, watches new ones. Throws a Fault if the
   * client may not see the target, or not watch its query.
   */
  async refresh(): Promise<void> {
    const { targets, reader, remote } = this.#deps
    const current = reader()
    const found = await targets.queriesOf(current, this.target)
    const { kind, id } = this.target
    if (kind === 'query' && remote?.isElsewhere(id) && !this.#watched.has(id)) await remote.open(id)
    // A change of rights makes the subscription stale, so it will be refreshed again.
    if (this.#hasEnded || reader() !== current) return
    const foundById = new Map(found.map(query => [query.queryId, query]))
    for (const [id, { query }] of [...this.#watched]) {
      const now = foundById.get(id)
      // If the client loses access to a widget, `queriesOf` returns its query without the widget.
      if (now === undefined || (now.widget === null) !== (query.widget === null)) this.#detach(id)
    }
    for (const query of found) if (!this.#watched.has(query.queryId)) this.#tryWatch(current, query)
  }

  /** Stops watching until the next refresh. */
  detachAll(): void {
    for (const id of [...this.#watched.keys()]) this.#detach(id)
  }

  end(): void {
    this.#hasEnded = true
    this.detachAll()
  }

  /** Watches a query. On a dashboard, reports a failure and continues with the other queries. */
  #tryWatch(reader: Reader, query: TargetQuery): void {
    try {
      this.#watch(reader, query)
    } catch (error) {
      if (this.target.kind !== 'dashboard' || !(error instanceof Fault)) throw error
      this.#afterConfirmation(() => this.#deps.onFailure(this.target, query, error))
    }
  }

  #watch(reader: Reader, query: TargetQuery): void {
    const { targets, frames, outbox, remote } = this.#deps
    const { queryId: id } = query
    const watched = { query, stop: () => {} }
    this.#watched.set(id, watched)
    const isCurrent = () => this.#watched.get(id) === watched
    try {
      const onUpdate = (state: StateText) =>
        this.#afterConfirmation(() => {
          if (isCurrent()) outbox.update(this.#outboxKey(id), frames.encode(state, query))
        })
      const onEnded = () => {
        if (!isCurrent()) return
        this.#forget(id)
        this.#deps.onStale(this)
      }
      watched.stop = remote?.isElsewhere(id)
        ? remote.watch(id, onUpdate, onEnded)
        : targets.watch(reader, query, onUpdate, onEnded)
    } catch (error) {
      this.#forget(id)
      throw error
    }
  }

  #afterConfirmation(run: () => void): void {
    if (this.#untilConfirmed === undefined) run()
    else this.#untilConfirmed.push(run)
  }

  #detach(id: string): void {
    this.#watched.get(id)?.stop()
    this.#forget(id)
  }

  #forget(id: string): void {
    this.#watched.delete(id)
    this.#deps.outbox.discard(this.#outboxKey(id))
  }

  /** The outbox key for the newest state of a query. */
  #outboxKey(id: string): string {
    return `${this.key} ${id}`
  }
}
