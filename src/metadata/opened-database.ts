import type { Database } from './tables.ts'

/** The tables of the metadata, of this version. */
export interface OpenedDatabase {
  db: Database
  kind: 'sqlite' | 'postgres'
  /** For messages: a path, or an address without secrets. */
  location: string
}
