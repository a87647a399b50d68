import { EventGenerator } from './event-generator.ts'
import type { EventFormat } from './formats.ts'
import { PreparedEvents } from './prepared-events.ts'
import { Random } from './random.ts'
import type { EventSupply, Frame } from './supply.ts'
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

/**
 * Events from templates: each connection cycles through prepared events and updates their numbers and times.
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
