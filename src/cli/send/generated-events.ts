import { Random } from '../demo/random.ts'
import { EventGenerator } from './event-generator.ts'
import type { EventFormat } from './formats.ts'
import { PreparedEvents } from './prepared-events.ts'
import type { ConnectionSupply, EventBatch, EventSupply, Frame } from './supply.ts'
import type { Templates } from './template.ts'

/** A lane has a multiple of this ready, so that bodies and writes are whole ones. */
const batchStep = 1_000

export interface GeneratedOptions {
  templates: Templates
  format: EventFormat
  frame: Frame
  seed: number
  /** The number of the first event. */
  first: number
  /** Different events that are made in advance, over all lanes. */
  variety: number
  connections: number
}

/** Events of templates: each lane has some ready and sends them in turn, with numbers and times of their own. */
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
