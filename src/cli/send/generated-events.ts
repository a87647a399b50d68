import { EventGenerator } from './event-generator.ts'
import type { EventFormat } from './formats.ts'
import { PreparedEvents } from './prepared-events.ts'
import { Random } from './random.ts'
import type { EventSupply, Frame } from './supply.ts'
import type { Templates } from './template.ts'

/**
 * The events that a connection prepares are a multiple of this. A batch ends where the prepared events start
 * again, so a small or odd number would make small bodies and writes.
 */
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

/**
 * Supplies events made from templates. Each connection sends its prepared events again and again, with new
 * numbers and times.
 */
export function generateEvents(options: GeneratedOptions): EventSupply {
  const { templates, format, frame, seed, variety, connections } = options
  let nextNumber = options.first
  let opened = 0
  return {
    open() {
      const generator = new EventGenerator(templates, new Random(seed * 1_000_003 + opened++))
      const count = Math.ceil(variety / connections / batchStep) * batchStep
      const events = Array.from({ length: count }, () => generator.next())
      const prepared = new PreparedEvents(events, format, frame)
      let at = 0
      return {
        next(max) {
          if (at === prepared.events) at = 0
          const to = Math.min(at + max, prepared.events)
          const batch = prepared.stamped(at, to, nextNumber, Date.now() * 1_000)
          nextNumber += to - at
          at = to
          return batch
        },
      }
    },
    async close() {},
  }
}
