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
  kind: 'sqlite' | 'postgres'
  /** For messages: a path, or an address without secrets. */
  location: string
  /** Absent: other processes are not notified of changes. */
  openListener?: (onNotification: () => void) => DatabaseListener
}
