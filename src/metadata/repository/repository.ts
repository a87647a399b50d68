import type { ChangeFeed } from '../changes/change-feed.ts'
import type { DashboardChanges } from '../changes/dashboard-changes.ts'
import type { Revocations } from '../changes/revocations.ts'
import type { Clock } from '../database/clock.ts'
import type { LeaseNow } from '../database/leases.ts'
import type { Database } from '../database/tables.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Quotas } from './quotas.ts'

/** Dependencies that all repositories of one metadata share. */
export interface RepositoryDeps {
  db: Database
  /** For single statements that do not wait for writers: see OpenedDatabase. */
  beside: Database
  clock: Clock
  leaseNow: LeaseNow
  keyring: Keyring
  feed: ChangeFeed
  revocations: Revocations
  changes: DashboardChanges
  quota: Quotas
}

/** Reads and writes some tables of the metadata. */
export abstract class Repository {
  protected readonly db: Database
  protected readonly beside: Database
  protected readonly clock: Clock
  protected readonly leaseNow: LeaseNow
  protected readonly keyring: Keyring
  protected readonly feed: ChangeFeed
  protected readonly revocations: Revocations
  protected readonly changes: DashboardChanges
  protected readonly quota: Quotas

  constructor({ db, beside, clock, leaseNow, keyring, feed, revocations, changes, quota }: RepositoryDeps) {
    this.db = db
    this.beside = beside
    this.clock = clock
    this.leaseNow = leaseNow
    this.keyring = keyring
    this.feed = feed
    this.revocations = revocations
    this.changes = changes
    this.quota = quota
  }
}
