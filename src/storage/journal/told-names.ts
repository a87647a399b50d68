import type { BatchNames } from '../../schema/row.ts'

/** Texts; with more, all are told again. */
const maxTold = 300_000

const kinds = ['hosts', 'programs', 'templates'] as const

/** Names of batches that the other processes have been told: each is told once, until another process joins, which knows those of the table alone. */
export class ToldNames {
  readonly #told = { hosts: new Set<string>(), programs: new Set<string>(), templates: new Set<string>() }

  /** Those that have not been told. */
  untold(names: BatchNames): BatchNames {
    const { hosts, programs, templates } = this.#told
    return {
      hosts: names.hosts.filter(name => !hosts.has(name)),
      programs: names.programs.filter(name => !programs.has(name)),
      templates: names.templates.filter(name => !templates.has(name)),
    }
  }

  /** They are in the log. */
  add(names: BatchNames): void {
    const size = kinds.reduce((sum, kind) => sum + this.#told[kind].size, 0)
    if (size > maxTold) this.clear()
    for (const kind of kinds) for (const name of names[kind]) this.#told[kind].add(name)
  }

  clear(): void {
    for (const kind of kinds) this.#told[kind].clear()
  }
}
