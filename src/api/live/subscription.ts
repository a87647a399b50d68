import type { Reader } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import type { UpdateEncoder } from './frames.ts'
import type { Outbox } from './outbox.ts'
import { type Target, targetKey } from './target.ts'
import type { ChangedIds, TargetQuery, Targets } from './targets.ts'

export interface SubscriptionDeps {
  targets: Targets
  frames: UpdateEncoder
  outbox: Outbox
  /** The client, with the rights of this moment. */
  reader: () => Reader
  /** A part of what is subscribed to cannot be shown. */
  onFailure: (target: Target, part: TargetQuery, fault: Fault) => void
  /** What is shown must be looked up again. */
  onStale: (subscription: Subscription) => void
}

interface WatchedQuery {
  part: TargetQuery
  stop: () => void
}

/** One target that a client is subscribed to, and the queries that it shows at the moment. */
export class Subscription {
  readonly target: Target
  readonly key: string
  readonly #deps: SubscriptionDeps
  /** By query_id. */
  readonly #watched = new Map<string, WatchedQuery>()
  /** What is to be told once the subscription is confirmed; undefined since. */
  #held: (() => void)[] | undefined = []
  #over = false

  constructor(target: Target, deps: SubscriptionDeps) {
    this.target = target
    this.key = targetKey(target)
    this.#deps = deps
  }

  get isConfirmed(): boolean {
    return this.#held === undefined
  }

  /** It has been confirmed to the client: what it shows is told from now on, the present state at once. */
  markConfirmed(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const tell of held) tell()
  }

  /** Whether this change may concern it. */
  isAffectedBy({ dashboards, widgets, queries }: ChangedIds): boolean {
    // What is still being looked up may have been read before the change.
    if (!this.isConfirmed) return true
    const { kind, id } = this.target
    if (kind === 'dashboard' ? dashboards.has(id) : kind === 'widget' && widgets.has(id)) return true
    for (const { part } of this.#watched.values()) {
      if (queries.has(part.queryId)) return true
      if (part.widget === null) continue
      if (widgets.has(part.widget.widgetId) || dashboards.has(part.widget.dashboardId)) return true
    }
    return false
  }

  /** Looks up what the target shows, leaves what it shows no longer and watches what is new. Throws not_found. */
  async refresh(): Promise<void> {
    const { targets, reader } = this.#deps
    const asking = reader()
    const parts = await targets.queriesOf(asking, this.target)
    // With other rights it is looked up again in any case.
    if (this.#over || reader() !== asking) return
    const wanted = new Map(parts.map(part => [part.queryId, part]))
    for (const [id, { part }] of [...this.#watched]) {
      const now = wanted.get(id)
      // The query of a widget that this client sees no longer looks like one that belongs to no widget.
      if (now === undefined || (now.widget === null) !== (part.widget === null)) this.#leave(id)
    }
    for (const part of parts) if (!this.#watched.has(part.queryId)) this.#watchPart(asking, part)
  }

  /** Watches nothing until it is looked up again. */
  detachAll(): void {
    for (const id of [...this.#watched.keys()]) this.#leave(id)
  }

  end(): void {
    this.#over = true
    this.detachAll()
  }

  /** One part of a dashboard that cannot be watched does no harm to the others. */
  #watchPart(reader: Reader, part: TargetQuery): void {
    try {
      this.#watch(reader, part)
    } catch (error) {
      if (this.target.kind !== 'dashboard' || !(error instanceof Fault)) throw error
      this.#tell(() => this.#deps.onFailure(this.target, part, error))
    }
  }

  #watch(reader: Reader, part: TargetQuery): void {
    const { targets, frames, outbox } = this.#deps
    const { queryId: id } = part
    const watched: WatchedQuery = { part, stop: () => {} }
    this.#watched.set(id, watched)
    const isCurrent = () => this.#watched.get(id) === watched
    try {
      watched.stop = targets.watch(reader, part, {
        onUpdate: state =>
          this.#tell(() => {
            if (isCurrent()) outbox.update(this.#placeOf(id), frames.encode(state, part))
          }),
        onEnded: () => {
          if (!isCurrent()) return
          this.#forget(id)
          this.#deps.onStale(this)
        },
      })
    } catch (error) {
      this.#forget(id)
      throw error
    }
  }

  #tell(tell: () => void): void {
    if (this.#held === undefined) tell()
    else this.#held.push(tell)
  }

  #leave(id: string): void {
    this.#watched.get(id)?.stop()
    this.#forget(id)
  }

  #forget(id: string): void {
    this.#watched.delete(id)
    this.#deps.outbox.discard(this.#placeOf(id))
  }

  /** Where the newest state of a part waits in the outbox. */
  #placeOf(id: string): string {
    return `${this.key} ${id}`
  }
}
