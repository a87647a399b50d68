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
  form: EventFormat
  frame: Frame
  seed: number
  /** The number of the first event. */
  first: number
  /** Different events that are made in advance, over all lanes. */
  variety: number
  lanes: number
}

/** Events of templates: each lane has some ready and sends them in turn, with numbers and times of their own. */
export class GeneratedEvents implements EventSupply {
  readonly #options: GeneratedOptions
  #next: number
  #lanes = 0

  constructor(options: GeneratedOptions) {
    this.#options = options
    this.#next = options.first
  }

  open(): ConnectionSupply {
    const { templates, form, frame, seed, variety, lanes } = this.#options
    const writer = new EventGenerator(templates, new Random(seed * 1_000_003 + this.#lanes++))
    const count = Math.ceil(variety / lanes / batchStep) * batchStep
    const block = new PreparedEvents(
      Array.from({ length: count }, () => writer.next()),
      form,
      frame,
    )
    let at = 0
    return {
      next: (most: number): EventBatch => {
        if (at === block.events) at = 0
        const to = Math.min(at + most, block.events)
        const load = block.stamped(at, to, this.#next, Date.now() * 1_000)
        this.#next += to - at
        at = to
        return load
      },
    }
  }

  async close(): Promise<void> {}
}
