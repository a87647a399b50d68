import type { Cell } from '../clients/sql-client.ts'

/** Maximum distinct texts per field. A field with more counts as unknown until the process ends. */
export const maxNames = 100_000

/**
 * Receives what the table has, while it is loaded (store/names/): the texts of a field, or the minutes with
 * repeats.
 */
export interface LoadTarget {
  /** False once the field has too many texts to keep all of them. */
  isWanted(): boolean
  /** Starts a load, also a repeated one: until `finish`, texts may be missing. */
  begin(): void
  /** Adds pairs of a text and its number of rows. A text may come several times, once per day and shard. */
  add(rows: readonly Cell[][]): void
  /** All texts were added. */
  finish(): void
  /** The field has too many texts. */
  giveUp(): void
  /** The load failed for good. */
  fail(reason: string): void
}
