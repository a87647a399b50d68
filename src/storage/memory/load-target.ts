import type { Cell } from '../clients/sql-client.ts'

/** Maximum distinct texts per field. A field with more is treated as unknown until the process ends. */
export const maxNames = 100_000

/**
 * Receives what the table has, while it is loaded (store/names/): the texts of a field, or the minutes with
 * repeats.
 */
export interface LoadTarget {
  /** False once the field has too many texts to keep all of them: nothing needs to be loaded. */
  isWanted(): boolean
  /** Starts a load, perhaps a repeated one: until `finish`, texts or minutes may be missing. */
  begin(): void
  /**
   * Adds pairs of a text and its number of rows, or of a word of minutes and its bits (stored-repeats.ts). A
   * text or word may come several times, for example once per day and shard.
   */
  add(rows: readonly Cell[][]): void
  /** Everything was added. */
  finish(): void
  /** There are too many texts or minutes to load. */
  giveUp(): void
  /** The load failed for good. */
  fail(reason: string): void
}
