import { Random } from '../demo/random.ts'
import { EventGenerator } from './event-generator.ts'
import type { EventFormat } from './formats.ts'
import { PreparedEvents } from './prepared-events.ts'
import type { ConnectionSupply, EventBatch, EventSupply, Frame } from './supply.ts'
import type { Templates } from './template.ts'

/** Each connection prepares a multiple of this many events, so that bodies and writes are full. */
const batchStep = 1_000

export interface GeneratedOptions {
  templates: Templates
  format: EventFormat
  frame: Frame
  seed: number
  /** The number of the first event. */
  first: number
  /** Number of different prepared events, over all connections. */
  variety: number
  connections: number
}

/** Events from templates: each connection cycles through prepared events and updates their numbers and times. */
export class GeneratedEvents implements EventSupply {
  readonly #options: GeneratedOptions
  #next: number
  #opened = 0

  constructor(options: GeneratedOptions) {
    this.#options = options
    this.#next = options.first
  }

  open(): ConnectionSupply {
    const { templates, format, frame, seed, variety, connections } = this.#options
    const writer = new EventGenerator(templates, new Random(seed * 1_000_003 + this.#opened++))
    const count = Math.ceil(variety / connections / batchStep) * batchStep
    const block = new PreparedEvents(
      Array.from({ length: count }, () => writer.next()),
      format,
      frame,
    )
    let at = 0
    return {
      next: (max: number): EventBatch => {
        if (at === block.events) at = 0
        const to = Math.min(at + max, block.events)
        const batch = block.stamped(at, to, this.#next, Date.now() * 1_000)
        this.#next += to - at
        at = to
        return batch
      },
    }
  }

  async close(): Promise<void> {}
}
