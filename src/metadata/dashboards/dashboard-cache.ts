import { LRUCache } from 'lru-cache'
import type { DashboardChanges } from '../changes/dashboard-changes.ts'
import type { Clock } from '../database/clock.ts'
import type { Database } from '../database/tables.ts'
import { readDashboards, type StoredDashboard } from './rows.ts'

const maxDashboards = 500
/** Changes that are not reported (the name of an owner) are seen after this time. */
const maxAgeMicros = 1_000_000

/** Caches dashboards for a second, since many screens may show the same few. Any change empties the cache. */
export class DashboardCache {
  readonly #db: Database
  readonly #clock: Clock
  readonly #cached = new LRUCache<number, { dashboard: StoredDashboard; readAt: number }>({
    max: maxDashboards,
  })
  /** Rises with each change: a read that overlaps a change may be outdated. */
  #generation = 0

  constructor(db: Database, clock: Clock, changes: DashboardChanges) {
    this.#db = db
    this.#clock = clock
    changes.onChange(() => {
      this.#generation++
      this.#cached.clear()
    })
  }

  /** Undefined if there is no such dashboard. Callers must not change the returned object. */
  async get(id: number): Promise<StoredDashboard | undefined> {
    const now = this.#clock()
    const cached = this.#cached.get(id)
    // A clock that was set back must not lengthen the age.
    if (cached !== undefined && now - cached.readAt < maxAgeMicros && now >= cached.readAt)
      return cached.dashboard
    const generation = this.#generation
    const [dashboard] = await readDashboards(this.#db, [id])
    if (dashboard === undefined) this.#cached.delete(id)
    else if (generation === this.#generation) this.#cached.set(id, { dashboard, readAt: now })
    return dashboard
  }
}
