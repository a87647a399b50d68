import type { BatchNames } from '../../schema/event/row.ts'

/** Maximum remembered texts; beyond it, all are sent again. */
const maxTold = 300_000

const kinds = ['hosts', 'programs', 'templates'] as const

/**
 * Names of batches that were sent to the other processes. Each is sent once, until another process joins,
 * which only knows the names of the table.
 */
export class ToldNames {
  readonly #told = { hosts: new Set<string>(), programs: new Set<string>(), templates: new Set<string>() }

  /** The names that were not sent yet. */
  untold(names: BatchNames): BatchNames {
    const { hosts, programs, templates } = this.#told
    return {
      hosts: names.hosts.filter(name => !hosts.has(name)),
      programs: names.programs.filter(name => !programs.has(name)),
      templates: names.templates.filter(name => !templates.has(name)),
    }
  }

  /** Records names that are in the log. */
  add(names: BatchNames): void {
    const size = kinds.reduce((sum, kind) => sum + this.#told[kind].size, 0)
    if (size > maxTold) this.clear()
    for (const kind of kinds) for (const name of names[kind]) this.#told[kind].add(name)
  }

  clear(): void {
    for (const kind of kinds) this.#told[kind].clear()
  }
}
