import type { Clock, Database } from './tables.ts'

/** Reads and writes some tables of the metadata. */
export abstract class Repository {
  protected readonly db: Database
  protected readonly clock: Clock

  constructor(db: Database, clock: Clock) {
    this.db = db
    this.clock = clock
  }
}
