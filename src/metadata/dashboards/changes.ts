import type { Transaction } from 'kysely'
import type { Log } from '../../telemetry/log.ts'
import type { Clock, Database, Tables } from '../tables.ts'
import type { WidgetsChanged } from './widget-queries.ts'

type Listener = (changed: WidgetsChanged) => void

/** A change in progress: its transaction, its moment (microseconds), and what it has changed so far. */
export interface Change {
  readonly transaction: Transaction<Tables>
  readonly now: number
  readonly dashboards: Set<number>
  readonly widgets: Set<number>
  /** Query ids that are no more. */
  readonly queries: Set<string>
}

/** Changes of dashboards and widgets, one transaction each; whoever listens hears of each once it is committed. */
export class Changes {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #listeners = new Set<Listener>()

  constructor(db: Database, clock: Clock, log: Log) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  async run<Result>(change: (work: Change) => Promise<Result>): Promise<Result> {
    const { result, work } = await this.#db.transaction().execute(async transaction => {
      const started = this.begin(transaction)
      return { result: await change(started), work: started }
    })
    this.notify(work)
    return result
  }

  /** For a change that is part of another transaction: whoever commits it tells of it afterwards. */
  begin(transaction: Transaction<Tables>): Change {
    const now = this.#clock()
    return { transaction, now, dashboards: new Set(), widgets: new Set(), queries: new Set() }
  }

  notify({ dashboards, widgets, queries }: Change): void {
    if (dashboards.size + widgets.size + queries.size === 0) return
    const changed = { dashboards: [...dashboards], widgets: [...widgets], queries: [...queries] }
    for (const listener of this.#listeners) {
      try {
        listener(changed)
      } catch (error) {
        this.#log.error({ err: error }, 'could not tell of a changed dashboard')
      }
    }
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
