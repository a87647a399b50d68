import type { BatchNames } from '../../schema/event/row.ts'

/** Maximum remembered texts; beyond it, all are sent again. */
const maxSent = 300_000

const kinds = ['hosts', 'programs', 'templates'] as const

/**
 * Names of batches that were sent to the other processes. Each is sent once, until another process joins,
 * which only knows the names of the table.
 */
export class SentNames {
  readonly #sent = { hosts: new Set<string>(), programs: new Set<string>(), templates: new Set<string>() }

  /** The names that were not sent yet. */
  unsent(names: BatchNames): BatchNames {
    const { hosts, programs, templates } = this.#sent
    return {
      hosts: names.hosts.filter(name => !hosts.has(name)),
      programs: names.programs.filter(name => !programs.has(name)),
      templates: names.templates.filter(name => !templates.has(name)),
    }
  }

  /** Records names that are in the log. */
  add(names: BatchNames): void {
    const size = kinds.reduce((sum, kind) => sum + this.#sent[kind].size, 0)
    if (size > maxSent) this.clear()
    for (const kind of kinds) for (const name of names[kind]) this.#sent[kind].add(name)
  }

  clear(): void {
    for (const kind of kinds) this.#sent[kind].clear()
  }
}
