import { setTimeout } from 'node:timers/promises'
import { internalRead } from './internal-read.ts'
import type { BatchBegin, JournalListener } from './journal/journal.ts'
import { ValueIds } from './rollups/value-ids.ts'
import { eventsTable } from './sql/columns.ts'
import { number } from './sql/literal.ts'
import { AnswerTooLargeError, type Cell, type SqlClient } from './sql-client.ts'
import type { Span } from './time-span.ts'

/** Fields of few texts, on which conditions are judged in this process. */
export type NamedField = 'host' | 'program' | 'template'
const namedFields: readonly NamedField[] = ['host', 'program', 'template']

/** Bounds of each field; with more texts than these, they count as unknown for as long as the process lives. */
export const maxNames = 100_000
const maxBytes = 16_000_000
const retryMs = 5_000

/** The parts of a span in which rows may have one of these templates; undefined when that is not known. */
type TemplateSpans = (templates: ReadonlySet<string>, span: Span) => readonly Span[] | undefined

/**
 * The texts that some fields have in the table. They only grow: a batch tells its own before its rows are readable, those of before are read
 * behind the start. A text that no row has any longer does no harm, so nothing is ever stale.
 */
export class KnownNames implements JournalListener {
  readonly #ids = new Map<NamedField, ValueIds>(namedFields.map(field => [field, new ValueIds()]))
  readonly #loaded = new Set<NamedField>()
  /** By id; a few have none. */
  #templateRows: number[] = []
  readonly #log: (message: string) => void
  readonly spansOfTemplates: TemplateSpans
  #version = 0
  /** Rises with each `load`: an earlier one ends. */
  #loads = 0

  constructor(log: (message: string) => void, spansOfTemplates: TemplateSpans = () => undefined) {
    this.#log = log
    this.spansOfTemplates = spansOfTemplates
  }

  /** Rises with each text. */
  get version(): number {
    return this.#version
  }

  /** All texts of a field; undefined while some may be missing. */
  of(field: NamedField): ValueIds | undefined {
    return this.#loaded.has(field) ? this.#ids.get(field) : undefined
  }

  begun({ names: { hosts, programs, templates } }: Pick<BatchBegin, 'names'>): void {
    this.#add('host', hosts)
    this.#add('program', programs)
    this.#add('template', templates)
  }

  /** Reads the texts of the table, until it succeeds or the signal fires. Until then some may be missing, also after an earlier load. */
  async load(client: Pick<SqlClient, 'select'>, signal: AbortSignal): Promise<void> {
    const load = ++this.#loads
    this.#loaded.clear()
    this.#version++
    const read = { ...internalRead('long', 600), signal }
    for (const field of namedFields) {
      while (!signal.aborted && load === this.#loads && this.#ids.has(field)) {
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
          if (error instanceof AnswerTooLargeError) this.#giveUp(field)
          // An engine that restarts answers later; without the names, statements cost more.
          else if (!signal.aborted) await setTimeout(retryMs, undefined, { ref: false })
        }
      }
    }
  }

  /** About the share of rows whose template is one of these, by the rows that there were at the start. */
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

  #giveUp(field: NamedField): void {
    this.#ids.delete(field)
    this.#version++
    this.#log(`events have too many values of ${field} to know them all: conditions on it take longer`)
  }
}
