import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Client } from '../client.ts'

const hosts = 16
const batchEvents = 1_000
const retryMs = 200

/**
 * Sends numbered events to /incoming, in order, each batch until it is acknowledged: kills of the service
 * lose nothing. Number N is from host `fw-${N % 16}`. `range`: the first number, and the one after the last.
 */
export async function sendNumbered(client: Client, range: readonly [number, number]): Promise<void> {
  for (let [from, end] = range; from < end; from += batchEvents) {
    const numbers = Array.from({ length: Math.min(batchEvents, end - from) }, (_, index) => from + index)
    const batch = numbers.map(number => ({
      message: `event ${number} of many`,
      host: `fw-${number % hosts}`,
      program: 'app',
    }))
    const key = randomBytes(12).toString('hex')
    while ((await client.send(batch, key).catch(() => 0)) !== 200) await setTimeout(retryMs)
  }
}

/** What a destination has received of numbered events, in its order. */
export class ReceivedNumbers {
  /** Id by number; 0: not received. */
  readonly #ids: Float64Array
  readonly #newest = new Map<number, number>()
  /** Different events. */
  count = 0
  /** Copies of events that were there before, with the same id. */
  repeats = 0
  /** Whatever must not happen, such as an event with a second id. */
  readonly faults: string[] = []
  /** First copies that came after a later event of their host. */
  readonly late: string[] = []

  constructor(events: number) {
    this.#ids = new Float64Array(events)
  }

  add(id: number, number: number): void {
    const before = this.#ids[number]
    if (before === undefined) this.faults.push(`event ${number} was never sent`)
    else if (before === id) this.repeats++
    else if (before !== 0) this.faults.push(`event ${number} has the ids ${before} and ${id}`)
    else {
      this.#ids[number] = id
      this.count++
      const host = number % hosts
      const newest = this.#newest.get(host) ?? -1
      if (number < newest) this.late.push(`event ${number} came after event ${newest} of its host`)
      this.#newest.set(host, Math.max(newest, number))
    }
  }

  has(number: number): boolean {
    return this.#ids[number] !== 0
  }

  /** Numbers that are missing, at most ten of them. */
  get missing(): number[] {
    const found: number[] = []
    for (let number = 0; number < this.#ids.length && found.length < 10; number++)
      if (!this.has(number)) found.push(number)
    return found
  }
}
