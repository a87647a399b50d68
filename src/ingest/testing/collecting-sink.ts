import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { formatOf, type SpoolBatch } from '../../schema/event/row.ts'
import {
  type MatchedEvent,
  parseBatchMatches,
  type TriggerMatches,
} from '../../schema/intake/batch-matches.ts'
import { allStored, type Sink } from '../spool/spooled-file.ts'
import { decodeRows, namesIn, type SpoolRow } from './decode-rows.ts'

type SampledEvent = MatchedEvent & { key: string; count: number }

/** A store for tests: reads each spool file once, no matter how often it is given, like the engine. */
export class CollectingSink {
  readonly batches: SpoolBatch[] = []
  readonly rows: SpoolRow[] = []
  /** Trigger matches, with the events of the samples. */
  readonly matches: (Omit<TriggerMatches, 'samples'> & { samples: SampledEvent[] })[] = []
  readonly #seen = new Set<number>()

  readonly sink: Sink = async batches => {
    for (const batch of batches) this.#take(batch)
    return allStored
  }

  #take(batch: SpoolBatch): void {
    this.batches.push(batch)
    if (this.#seen.has(batch.sequence)) {
      if (!batch.repeated) throw new Error(`${batch.file} is given again as if it were new`)
      return
    }
    this.#seen.add(batch.sequence)
    const bytes = readFileSync(batch.file)
    const rows = decodeRows(bytes, formatOf(batch.file))
    if (batch.matches !== undefined) {
      const matches = parseBatchMatches(readFileSync(batch.matches, 'utf8'))
      if (matches === undefined) throw new Error(`${batch.matches} has no matches`)
      for (const { samples, ...trigger } of matches.triggers) {
        const sampled = samples.map(([at, key, count]): SampledEvent => {
          const event = matches.events[at]
          if (event === undefined) throw new Error(`${batch.matches} has no event ${at}`)
          return { ...event, key, count }
        })
        this.matches.push({ ...trigger, samples: sampled })
      }
    }
    const minutes = [...new Set(rows.map(row => Math.floor(row.ts / 60_000_000)))].sort((a, b) => a - b)
    const found = { rows: rows.length, minutes, names: namesIn(bytes, formatOf(batch.file)) }
    const { rows: announced, minutes: ofMinutes, names } = batch
    if (!isDeepStrictEqual(found, { rows: announced, minutes: ofMinutes, names }))
      throw new Error(`${batch.file} is not what was announced`)
    this.rows.push(...rows)
  }

  /** Occurrences of all rows. */
  get occurrences(): number {
    return this.rows.reduce((sum, row) => sum + row.count, 0)
  }

  /** Occurrences of each message. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { message, count } of this.rows) counts.set(message, (counts.get(message) ?? 0) + count)
    return counts
  }
}
