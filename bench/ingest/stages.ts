import { setTimeout } from 'node:timers/promises'
import { Client } from '../../scenarios/testing/client.ts'
import type { Millrace } from '../../scenarios/testing/millrace.ts'
import { MemoryWatch } from '../memory.ts'
import { type Latencies, measureLatencies } from './latency.ts'
import { occurrencesOf } from './occurrences.ts'
import type { Order, Sent } from './order.ts'
import { runSender } from './run-sender.ts'

const pollMillis = 100
/** If no event arrives for this long, missing ones count as lost. */
const timeoutMillis = 15_000

/** One way of sending, and its result. */
export interface Stage {
  title: string
  sent: Sent
  /** Number of occurrences that can be found. */
  stored: number
  /** The ledger's counts of the same events. */
  ledger: Counts
  /** From the first byte sent until everything was searchable, seconds. */
  seconds: number
  memory: { start: number; end: number; most: number }
}

type StageOrder = Pick<Order, 'connections' | 'seconds' | 'rate'> & {
  way: 'tcp' | 'udp' | 'incoming'
  load?: string
}

/** Members of the totals of GET /api/ledger. */
type Counts = Record<'received' | 'stored' | 'duplicates' | 'udp_dropped', number>

/** Drives one product, stage after stage; each event of a bench has its own number. */
export class Stages {
  readonly done: Stage[] = []
  readonly #millrace: Millrace
  readonly #client: Client
  #first = 1

  constructor(millrace: Millrace) {
    this.#millrace = millrace
    this.#client = new Client(millrace)
  }

  /** Sends, waits until everything is searchable (or no more arrives) and records the result. */
  async run(title: string, told: StageOrder): Promise<Stage> {
    console.log(`${title}: ${told.seconds} s`)
    const before = await this.occurrences()
    const ledgerBefore = await this.#ledger()
    const memory = new MemoryWatch(this.#millrace.pid)
    const sent = await runSender(this.#order(told))
    const { occurrences, at } = await this.#settle(before + sent.events)
    const ledger = await this.#ledger()
    const stage = {
      title,
      sent,
      stored: occurrences - before,
      ledger: {
        received: ledger.received - ledgerBefore.received,
        stored: ledger.stored - ledgerBefore.stored,
        duplicates: ledger.duplicates - ledgerBefore.duplicates,
        udp_dropped: ledger.udp_dropped - ledgerBefore.udp_dropped,
      },
      seconds: (performance.timeOrigin + at - sent.began) / 1_000,
      memory: memory.stop(),
    }
    this.#first += sent.events + 1_000_000
    this.done.push(stage)
    return stage
  }

  /** Measures latencies while `rate` events per second arrive over TCP. */
  async latencies(rate: number, seconds: number): Promise<Latencies> {
    console.log(`latencies at ${rate} events/s: ${seconds} s`)
    const sending = runSender(this.#order({ way: 'tcp', connections: 4, rate, seconds: seconds + 5 }))
    const latencies = await measureLatencies(this.#millrace, seconds)
    const { events } = await sending
    this.#first += events + 1_000_000
    return latencies
  }

  /** The number of all occurrences. */
  async occurrences(): Promise<number> {
    return await occurrencesOf(this.#client)
  }

  /** Waits for `wanted` occurrences. Returns the number found in the end, and when the last one arrived. */
  async #settle(wanted: number): Promise<{ occurrences: number; at: number }> {
    let occurrences = -1
    let at = performance.now()
    for (;;) {
      const asked = performance.now()
      const found = await this.occurrences()
      if (found !== occurrences) at = asked
      occurrences = found
      if (occurrences >= wanted || asked - at > timeoutMillis) return { occurrences, at }
      await setTimeout(pollMillis)
    }
  }

  async #ledger(): Promise<Counts> {
    const answer = await this.#client.get('/api/ledger')
    if (answer.status !== 200) throw new Error(`The ledger was answered ${answer.status}`)
    // The shape of this route, which the API tests check.
    return ((await answer.json()) as { totals: Counts }).totals
  }

  #order({ way, load = 'mixed', ...told }: StageOrder): Order {
    const { url, token } = this.#millrace
    const at = (name: string) => {
      const { host, port } = this.#millrace.address(name)
      return `${host}:${port}`
    }
    const to = way === 'incoming' ? url : `${way}://${at(way === 'tcp' ? 'syslog_tcp' : 'syslog_udp')}`
    return { ...told, to, load, first: this.#first, token }
  }
}
