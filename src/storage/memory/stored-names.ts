import type { BatchBegin, JournalListener } from '../journal/journal.ts'
import type { KnownNames, NamedField } from '../sql/named.ts'
import { ValueIds } from '../sql/value-ids.ts'
import { type LoadTarget, maxNames } from './load-target.ts'

/** Maximum bytes of a field's texts. */
const maxBytes = 16_000_000

/**
 * The hosts, programs and templates that rows of the table have. Texts are only added: a batch adds its texts
 * before its rows are readable, and older texts are loaded after the start. A text that no row has any longer
 * does no harm, so the texts never become stale.
 */
export class StoredNames implements KnownNames, JournalListener {
  /** The texts of each field, without fields that have too many. */
  readonly #ids = new Map<NamedField, ValueIds>([
    ['host', new ValueIds()],
    ['program', new ValueIds()],
    ['template', new ValueIds()],
  ])
  /** Fields whose texts are all known, unless there are too many. */
  readonly #loaded = new Set<NamedField>()
  /** Number of rows by id of the template, from the last load; absent for newer templates. */
  #templateRows: number[] = []
  readonly #log: (message: string) => void
  readonly spansOfTemplates: KnownNames['spansOfTemplates']
  #version = 0

  constructor(
    log: (message: string) => void,
    spansOfTemplates: KnownNames['spansOfTemplates'] = () => undefined,
  ) {
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

  /** Receives the texts that the table has in a field. Until they are loaded, the field is unknown. */
  loadTarget(field: NamedField): LoadTarget {
    let rows: number[] = []
    return {
      isWanted: () => this.#ids.has(field),
      begin: () => {
        rows = []
        this.#loaded.delete(field)
        this.#version++
      },
      add: texts => {
        const names = texts.map(([name]) => String(name))
        this.#add(field, names)
        const ids = this.#ids.get(field)
        if (field !== 'template' || ids === undefined) return
        for (const [i, name] of names.entries()) {
          const id = ids.idOf([name])
          rows[id] = (rows[id] ?? 0) + Number(texts[i]?.[1])
        }
      },
      finish: () => {
        if (field === 'template') this.#templateRows = rows
        this.#loaded.add(field)
        this.#version++
      },
      giveUp: () => this.#giveUp(field),
      fail: reason =>
        this.#log(
          `the values of ${field} in the table were not read, conditions on it take longer: ${reason}`,
        ),
    }
  }

  /** Based on the rows of the last load. A newer template is assumed to have the mean number of rows. */
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

  #add(field: NamedField, names: readonly string[]): void {
    const ids = this.#ids.get(field)
    if (ids === undefined) return
    const { size } = ids
    for (const name of names) ids.idOf([name])
    if (ids.size !== size) this.#version++
    if (ids.size > maxNames || ids.bytes > maxBytes) this.#giveUp(field)
  }

  #giveUp(field: NamedField): void {
    if (!this.#ids.has(field)) return
    this.#ids.delete(field)
    this.#version++
    this.#log(`events have too many values of ${field} to know them all: conditions on it take longer`)
  }
}
