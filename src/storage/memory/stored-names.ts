import { setTimeout } from 'node:timers/promises'
import { backoffMs } from '../../async/backoff.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { AnswerTooLargeError, type Cell, type SqlClient } from '../clients/sql-client.ts'
import { internalRead } from '../contract/internal-read.ts'
import type { BatchBegin, JournalListener } from '../journal/journal.ts'
import { number } from '../sql/literal.ts'
import type { KnownNames, NamedField } from '../sql/named.ts'
import { eventsTable } from '../sql/tables.ts'
import { ValueIds } from '../sql/value-ids.ts'

const namedFields: readonly NamedField[] = ['host', 'program', 'template']

/** Limits per field. A field with more texts counts as unknown until the process ends. */
export const maxNames = 100_000
const maxBytes = 16_000_000
/** Delays between attempts to read the names of a field. Each attempt reads the column of the whole table. */
const retryDelay = { minMs: 5_000, maxMs: 600_000 }
/** Some two hours. */
const maxAttempts = 20

/** Resolves early when the signal fires. */
export async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { ref: false, signal }).catch(() => {})
}

/**
 * The texts that some fields have in the table. They only grow: a batch adds its texts before its rows are
 * readable, and older texts are read after the start. A text that no row has any longer does no harm, so
 * nothing is ever stale.
 */
export class StoredNames implements KnownNames, JournalListener {
  readonly #ids = new Map<NamedField, ValueIds>(namedFields.map(field => [field, new ValueIds()]))
  readonly #loaded = new Set<NamedField>()
  /** Row counts by id; a few ids have none. */
  #templateRows: number[] = []
  readonly #log: (message: string) => void
  readonly #wait: typeof waitUnlessAborted
  readonly spansOfTemplates: KnownNames['spansOfTemplates']
  #version = 0
  /** Incremented by each `load`, which ends an earlier one. */
  #loads = 0

  constructor(
    log: (message: string) => void,
    spansOfTemplates: KnownNames['spansOfTemplates'] = () => undefined,
    wait = waitUnlessAborted,
  ) {
    this.#wait = wait
    this.#log = log
    this.spansOfTemplates = spansOfTemplates
  }

  get version(): number {
    return this.#version
  }

  of(field: NamedField): ValueIds | undefined {
    return this.#loaded.has(field) ? this.#ids.get(field) : undefined
  }

  begun({ names: { hosts, programs, templates } }: Pick<BatchBegin, 'names'>): void {
    this.#add('host', hosts)
    this.#add('program', programs)
    this.#add('template', templates)
  }

  /**
   * Reads the texts of the table, retrying for some hours until it succeeds or the signal fires. Until then
   * texts may be missing, even after an earlier load.
   */
  async load(client: Pick<SqlClient, 'select'>, signal: AbortSignal): Promise<void> {
    const load = ++this.#loads
    this.#loaded.clear()
    this.#version++
    const read = { ...internalRead('long', 600), signal }
    for (const field of namedFields) {
      const isWanted = () => !signal.aborted && load === this.#loads && this.#ids.has(field)
      for (let failures = 0; isWanted() && failures < maxAttempts; ) {
        try {
          const rows = await client.select(
            `SELECT ${field}, count() FROM ${eventsTable} GROUP BY ${field} LIMIT ${number(maxNames + 1)}`,
            read,
          )
          if (load !== this.#loads) return
          this.#loaded.add(field)
          this.#version++
          this.#add(
            field,
            rows.map(([name]) => String(name)),
          )
          if (field === 'template') this.#countTemplates(rows)
          break
        } catch (error) {
          failures++
          if (error instanceof AnswerTooLargeError) this.#giveUp(field)
          else if (failures === maxAttempts) this.#giveUpReading(field, error)
          // A restarting engine answers later; without the names, statements cost more.
          else if (!signal.aborted) await this.#wait(backoffMs(failures, retryDelay), signal)
        }
      }
    }
  }

  /** Based on the rows at the start. */
  shareOfTemplates(has: (id: number) => boolean): number {
    const rows = this.#templateRows
    const mean = rows.length === 0 ? 1 : rows.reduce((sum, count) => sum + count, 0) / rows.length
    const size = this.#ids.get('template')?.size ?? 0
    let [some, all] = [0, 0]
    for (let id = 0; id < size; id++) {
      const weight = rows[id] ?? mean
      all += weight
      if (has(id)) some += weight
    }
    return all === 0 ? 0 : some / all
  }

  #countTemplates(rows: readonly Cell[][]): void {
    const ids = this.#ids.get('template')
    if (ids === undefined) return
    this.#templateRows = []
    for (const [name, count] of rows) this.#templateRows[ids.idOf([String(name)])] = Number(count)
  }

  #add(field: NamedField, names: readonly string[]): void {
    const ids = this.#ids.get(field)
    if (ids === undefined) return
    const { size } = ids
    for (const name of names) ids.idOf([name])
    if (ids.size !== size) this.#version++
    if (ids.size > maxNames || ids.bytes > maxBytes) this.#giveUp(field)
  }

  /** The next `load` tries again. */
  #giveUpReading(field: NamedField, error: unknown): void {
    const why = thrownText(error)
    this.#log(`the values of ${field} in the table were not read, conditions on it take longer: ${why}`)
  }

  #giveUp(field: NamedField): void {
    this.#ids.delete(field)
    this.#version++
    this.#log(`events have too many values of ${field} to know them all: conditions on it take longer`)
  }
}
