import type { Transaction } from 'kysely'
import type { Log } from '../../telemetry/log.ts'
import { Listeners } from '../listeners.ts'
import type { Clock, Database, Tables } from '../tables.ts'
import type { WidgetsChanged } from './widget-queries.ts'

/** A change in progress: its transaction, its time (microseconds), and the ids of what it has changed so far. */
export interface Change {
  readonly transaction: Transaction<Tables>
  readonly now: number
  readonly dashboards: Set<number>
  readonly widgets: Set<number>
  /** Query ids that no longer exist. */
  readonly queries: Set<string>
}

/** Changes of dashboards and widgets, one transaction each. Listeners are notified after the commit. */
export class Changes {
  readonly #db: Database
  readonly #clock: Clock
  readonly #listeners: Listeners<WidgetsChanged>

  constructor(db: Database, clock: Clock, log: Log) {
    this.#db = db
    this.#clock = clock
    this.#listeners = new Listeners(log, 'could not tell of a changed dashboard')
  }

  async run<Result>(apply: (change: Change) => Promise<Result>): Promise<Result> {
    const { result, change } = await this.#db.transaction().execute(async transaction => {
      const change = this.begin(transaction)
      return { result: await apply(change), change }
    })
    this.notify(change)
    return result
  }

  /** Starts a change that is part of another transaction; call `notify` after its commit. */
  begin(transaction: Transaction<Tables>): Change {
    const now = this.#clock()
    return { transaction, now, dashboards: new Set(), widgets: new Set(), queries: new Set() }
  }

  notify({ dashboards, widgets, queries }: Change): void {
    if (dashboards.size + widgets.size + queries.size === 0) return
    this.#listeners.notify({ dashboards: [...dashboards], widgets: [...widgets], queries: [...queries] })
  }

  onChange(listener: (changed: WidgetsChanged) => void): () => void {
    return this.#listeners.add(listener)
  }
}
