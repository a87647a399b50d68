import { setTimeout } from 'node:timers/promises'
import type { BatchNames } from '../schema/row.ts'
import { internalRead } from './internal-read.ts'
import { ValueIds } from './rollups/value-ids.ts'
import { eventsTable } from './sql/columns.ts'
import { number } from './sql/literal.ts'
import { AnswerTooLargeError, type SqlClient } from './sql-client.ts'

/** Fields of few texts, on which conditions are judged in this process. */
export type NamedField = 'host' | 'program' | 'template'
const namedFields: readonly NamedField[] = ['host', 'program', 'template']

/** Bounds of each field; with more texts than these, they count as unknown for as long as the process lives. */
const maxNames = 100_000
const maxBytes = 16_000_000
const retryMs = 5_000

/**
 * The texts that some fields have in the table. They only grow: a batch tells its own before its rows are readable, those of before are read
 * behind the start. A text that no row has any longer does no harm, so nothing is ever stale.
 */
export class KnownNames {
  readonly #ids = new Map<NamedField, ValueIds>(namedFields.map(field => [field, new ValueIds()]))
  readonly #loaded = new Set<NamedField>()
  readonly #log: (message: string) => void
  #version = 0

  constructor(log: (message: string) => void) {
    this.#log = log
  }

  /** Rises with each text. */
  get version(): number {
    return this.#version
  }

  /** All texts of a field; undefined while some may be missing. */
  of(field: NamedField): ValueIds | undefined {
    return this.#loaded.has(field) ? this.#ids.get(field) : undefined
  }

  /** To be called before the rows are readable. */
  add({ hosts, programs, templates }: BatchNames): void {
    this.#add('host', hosts)
    this.#add('program', programs)
    this.#add('template', templates)
  }

  /** Reads the texts of the table, until it succeeds or the signal fires. */
  async load(client: Pick<SqlClient, 'select'>, signal: AbortSignal): Promise<void> {
    const read = { ...internalRead('long', 600), signal }
    for (const field of namedFields) {
      while (!signal.aborted && this.#ids.has(field) && !this.#loaded.has(field)) {
        try {
          const rows = await client.select(
            `SELECT DISTINCT ${field} FROM ${eventsTable} LIMIT ${number(maxNames + 1)}`,
            read,
          )
          this.#loaded.add(field)
          this.#version++
          this.#add(
            field,
            rows.map(([name]) => String(name)),
          )
        } catch (error) {
          if (error instanceof AnswerTooLargeError) this.#giveUp(field)
          // An engine that restarts answers later; without the names, statements cost more.
          else if (!signal.aborted) await setTimeout(retryMs, undefined, { ref: false })
        }
      }
    }
  }

  #add(field: NamedField, names: readonly string[]): void {
    const ids = this.#ids.get(field)
    if (ids === undefined) return
    const { size } = ids
    for (const name of names) ids.idOf([name])
    if (ids.size !== size) this.#version++
    if (ids.size > maxNames || ids.bytes > maxBytes) this.#giveUp(field)
  }

  #giveUp(field: NamedField): void {
    this.#ids.delete(field)
    this.#version++
    this.#log(`events have too many values of ${field} to know them all: conditions on it take longer`)
  }
}
