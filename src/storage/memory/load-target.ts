import type { Cell } from '../clients/sql-client.ts'

/** Maximum distinct texts per field. A field with more counts as unknown until the process ends. */
export const maxNames = 100_000

/** Receives the texts that a field has in the table, while they are loaded. */
export interface LoadTarget {
  /** False once the field has too many texts to know them all. */
  isWanted(): boolean
  /** Starts a load, also a repeated one: until `finish`, texts may be missing. */
  begin(): void
  /** Adds rows of a text and its number. A text may come several times, once per day and shard. */
  add(rows: readonly Cell[][]): void
  /** All texts were added. */
  finish(): void
  /** The field has too many texts. */
  giveUp(): void
  /** The load failed for good. */
  fail(reason: string): void
}
