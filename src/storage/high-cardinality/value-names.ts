import { LRUCache } from 'lru-cache'
import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import type { Candidate } from './ranking.ts'
import { type Coding, hashText, readNames } from './statements.ts'

/** A question that is asked again need not ask the engine. */
const cacheBounds = {
  max: 20_000,
  maxSize: 16_000_000,
  sizeCalculation: (name: string, hash: string) => 2 * (name.length + hash.length),
}

/** Names of values by their hashes, read from the table and remembered. */
export class ValueNames {
  readonly #client: SqlClient
  readonly #names = new LRUCache<string, string>(cacheBounds)

  constructor(client: SqlClient) {
    this.#client = client
  }

  /** The names of candidates, in their order; undefined when one of them is no longer in the table. */
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
