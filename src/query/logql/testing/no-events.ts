import type { Arrivals } from '../../../storage/contract/arrivals.ts'
import type { EventStore, Page, TopAnswer } from '../../../storage/contract/event-store.ts'
import type { TurnSource } from '../../slices/read-turns.ts'

/** A store without events. */
export class NoEvents
  implements Pick<EventStore, 'windowSums' | 'page' | 'events' | 'topValues' | 'arrivals' | 'estimateRows'>
{
  readonly journal = { current: 0 }

  async windowSums(): Promise<[]> {
    return []
  }

  async page(): Promise<Page> {
    return { events: [], asOf: { number: 0, batch: 0, missing: [] } }
  }

  async *events(): AsyncGenerator<never> {}

  async arrivals(): Promise<Arrivals> {
    return { events: [], next: { since: { batch: 0, missing: [] } } }
  }

  async topValues(): Promise<TopAnswer> {
    return { rows: [], values: 0, count: 0 }
  }

  estimateRows(): number {
    return 0
  }
}

/** Turns that never wait for others. */
export const immediateTurns: TurnSource = {
  turnsOf: (_userId, signal) => (lane, ask) => ask({ signal, lane, timeout: 60 }),
}
