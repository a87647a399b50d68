import { Random } from '../demo/random.ts'
import { Block } from './block.ts'
import type { Form } from './forms.ts'
import { Writer } from './places.ts'
import type { Frame, Lane, Load, Supply } from './supply.ts'
import type { Templates } from './template.ts'

/** A lane has a multiple of this ready, so that bodies and writes are whole ones. */
const step = 1_000

export interface GeneratedOptions {
  templates: Templates
  form: Form
  frame: Frame
  seed: number
  /** The number of the first event. */
  first: number
  /** Different events that are made in advance, over all lanes. */
  variety: number
  lanes: number
}

/** Events of templates: each lane has some ready and sends them in turn, with numbers and times of their own. */
export class Generated implements Supply {
  readonly #options: GeneratedOptions
  #next: number
  #lanes = 0

  constructor(options: GeneratedOptions) {
    this.#options = options
    this.#next = options.first
  }

  lane(): Lane {
    const { templates, form, frame, seed, variety, lanes } = this.#options
    const writer = new Writer(templates, new Random(seed * 1_000_003 + this.#lanes++))
    const count = Math.ceil(variety / lanes / step) * step
    const block = new Block(
      Array.from({ length: count }, () => writer.next()),
      form,
      frame,
    )
    let at = 0
    return {
      next: (most: number): Load => {
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
