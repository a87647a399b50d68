import type { Clock, Database } from '../tables.ts'
import type { Changes } from './changes.ts'
import { readDashboards, type StoredDashboard } from './rows.ts'

/** Dashboards kept at most. */
const maxDashboards = 500
/** Microseconds after which one is read anew: what other processes change (the name of an owner) is seen by then. */
const maxAgeMicros = 2_000_000

/** Dashboards as they were read a moment ago: a wall of screens asks for the same few. Any change forgets them all. */
export class DashboardCache {
  readonly #db: Database
  readonly #clock: Clock
  readonly #kept = new Map<number, { dashboard: StoredDashboard; readAt: number }>()
  /** Rises with each change: what was being read meanwhile may be from before it. */
  #generation = 0

  constructor(db: Database, clock: Clock, changes: Changes) {
    this.#db = db
    this.#clock = clock
    changes.onChange(() => {
      this.#generation++
      this.#kept.clear()
    })
  }

  /** Not to be changed by whoever gets it; undefined when there is none. */
  async get(id: number): Promise<StoredDashboard | undefined> {
    const now = this.#clock()
    const known = this.#kept.get(id)
    if (known !== undefined && now - known.readAt < maxAgeMicros && now >= known.readAt)
      return known.dashboard
    const generation = this.#generation
    const [dashboard] = await readDashboards(this.#db, [id])
    this.#kept.delete(id)
    if (dashboard === undefined || generation !== this.#generation) return dashboard
    this.#kept.set(id, { dashboard, readAt: now })
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= maxDashboards) break
      this.#kept.delete(oldest)
    }
    return dashboard
  }
}
