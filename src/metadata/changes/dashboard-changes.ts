import type { Transaction } from 'kysely'
import type { Clock } from '../database/clock.ts'
import type { Tables } from '../database/tables.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Publish, WidgetsChanged } from './feed-kinds.ts'

/** A change in progress: its transaction, its time (microseconds), and ids of the objects changed so far. */
export interface DashboardChange {
  readonly transaction: Transaction<Tables>
  readonly now: number
  readonly dashboards: Set<number>
  readonly widgets: Set<number>
  /** Query ids that no longer exist. */
  readonly queries: Set<string>
}

/** Changes of dashboards and widgets, one transaction each. Listeners are notified after the commit. */
export class DashboardChanges {
  readonly #feed: ChangeFeed
  readonly #clock: Clock

  constructor(feed: ChangeFeed, clock: Clock) {
    this.#feed = feed
    this.#clock = clock
  }

  /** Runs a change in a transaction of its own. */
  run<Result>(apply: (change: DashboardChange) => Promise<Result>): Promise<Result> {
    return this.#feed.transaction((transaction, publish) => this.within(transaction, publish, apply))
  }

  /** Runs a change that is part of another transaction of the feed. */
  async within<Result>(
    transaction: Transaction<Tables>,
    publish: Publish,
    apply: (change: DashboardChange) => Promise<Result>,
  ): Promise<Result> {
    const now = this.#clock()
    const change: DashboardChange = {
      transaction,
      now,
      dashboards: new Set(),
      widgets: new Set(),
      queries: new Set(),
    }
    const result = await apply(change)
    const { dashboards, widgets, queries } = change
    if (dashboards.size + widgets.size + queries.size > 0)
      publish('widgets', { dashboards: [...dashboards], widgets: [...widgets], queries: [...queries] })
    return result
  }

  /**
   * Calls the listener after each commit; with null if any dashboard or widget may have changed. Returns the
   * function that removes the listener.
   */
  onChange(listener: (changed: WidgetsChanged | null) => void): () => void {
    return this.#feed.on('widgets', listener)
  }
}
