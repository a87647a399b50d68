import type { Database } from './tables.ts'

/** Listens to notifications of the database that another process has changed something. */
interface DatabaseListener {
  /** Connects unless it is connected. */
  ensure(): void
  close(): Promise<void>
}

/** The open database of the metadata, whose tables are of this version. */
export interface OpenedDatabase {
  db: Database
  /**
   * The same database for single statements that do not wait for the writers (claims, beats of nodes). In a
   * SQLite file it is `db`. Such a statement judges the rows that it changes itself, changes one row or skips
   * locked ones, and adds nothing whose order matters. So it holds nothing while it waits, and no deadlock is
   * possible. The columns that it changes may change during transactions of `db`.
   */
  beside: Database
  kind: 'sqlite' | 'postgres'
  /** For messages: a path, or an address without secrets. */
  location: string
  /** Absent: other processes are not notified of changes. */
  openListener?: (onNotification: () => void) => DatabaseListener
}
