import { LruMap } from '../lru-map.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import type { Candidate } from './candidates.ts'
import { type Coding, hashText, readNames } from './statements.ts'

/** Names that are remembered: a question that is asked again asks the engine for nothing. */
const cacheBounds = { maxEntries: 20_000, maxBytes: 16_000_000 }

/** What the values are called that are known by their hashes. */
export class ValueNames {
  readonly #client: SqlClient
  /** By hash. */
  readonly #names = new LruMap<string>(cacheBounds)

  constructor(client: SqlClient) {
    this.#client = client
  }

  /** The names of candidates, in their order; undefined when one of them is not there any more. */
  async get(
    coding: Coding,
    candidates: readonly Candidate[],
    read: Read,
  ): Promise<readonly string[] | undefined> {
    const known = candidates.map(candidate => this.#names.get(hashText(candidate)))
    const unknown = candidates.filter((_, i) => known[i] === undefined)
    const found = await readNames(this.#client, coding, unknown, read)
    const names: string[] = []
    for (const [i, candidate] of candidates.entries()) {
      const hash = hashText(candidate)
      const name = known[i] ?? found.get(hash)
      if (name === undefined) return undefined
      names.push(name)
      if (known[i] === undefined) this.#names.set(hash, name)
    }
    return names
  }
}
