import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Client } from './client.ts'
import { LineSender } from './line-sender.ts'
import type { Address } from './millrace.ts'

const batchEvents = 200
const linesAtOnce = 50
/** A connection ends after this many lines, and another one follows. */
const linesOfStream = 10_000
const retryMs = 200
/** Program of all its events. */
export const loadProgram = 'numbered'

/**
 * What one sender has sent: the numbers from 0 on, each in its own message, with the sender's name as host.
 */
export interface NumberedSender {
  /** Number of events that may be stored. */
  sent: number
  /** This many of the first events must be stored. Any others that are stored must be the next ones. */
  required: number
}

interface Target {
  name: string
  client: Client
  /** Address for syslog over TCP. */
  tcp: () => Address
}

/**
 * Senders to one node, at a fixed rate no matter what happens to it. Half of the events go to /incoming in
 * batches with a key, which are sent until they are acknowledged; the others go over TCP, where nothing is
 * acknowledged. Stop it while the node is healthy: the last connection counts.
 */
export class NumberedLoad {
  /** By host. */
  readonly senders = new Map<string, NumberedSender>()
  readonly #target: Target
  readonly #running: Promise<void>[]
  readonly #faults: string[] = []
  #isStopping = false
  #sent = 0
  #streams = 0

  /** `rate`: events a second. */
  constructor(target: Target, rate: number) {
    this.#target = target
    this.#running = [this.#post(1, rate / 4), this.#post(2, rate / 4), this.#stream(rate / 2)]
  }

  /** Number of events that may be stored by now. */
  get sent(): number {
    return this.#sent
  }

  /** Stops once the last batch is acknowledged. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#running)
    if (this.#faults.length > 0) throw new Error(this.#faults.slice(0, 5).join('\n'))
  }

  async #post(number: number, rate: number): Promise<void> {
    const host = `http-${this.#target.name}-${number}`
    const sender = this.#add(host)
    for (const turns = new Turns(batchEvents / rate); !this.#isStopping; await turns.next()) {
      const events = Array.from({ length: batchEvents }, (_, index) => ({
        message: `number ${sender.sent + index}`,
        host,
        program: loadProgram,
      }))
      this.#count(sender, batchEvents)
      const key = randomBytes(12).toString('hex')
      // It cannot stop earlier: the service may have stored what it did not acknowledge.
      while ((await this.#send(events, key)) !== 200) await setTimeout(retryMs)
      sender.required += batchEvents
    }
  }

  /** The status; 0 without a response. Any status except 200, 429 and 503 is a fault of the service. */
  async #send(events: Parameters<Client['send']>[0], key: string): Promise<number> {
    const status = await this.#target.client.send(events, key).catch(() => 0)
    if (![0, 200, 429, 503].includes(status)) this.#faults.push(`a batch was answered ${status}`)
    return status
  }

  async #stream(rate: number): Promise<void> {
    while (!this.#isStopping) {
      const connection = await LineSender.connect(this.#target.tcp()).catch(() => undefined)
      if (connection === undefined) {
        await setTimeout(retryMs)
        continue
      }
      const host = `tcp-${this.#target.name}-${this.#streams++}`
      const sender = this.#add(host)
      let isOpen = true
      const turns = new Turns(linesAtOnce / rate)
      while (isOpen && !this.#isStopping && sender.sent < linesOfStream) {
        const now = new Date().toISOString()
        const first = sender.sent
        const lines = Array.from(
          { length: linesAtOnce },
          (_, index) => `<134>1 ${now} ${host} ${loadProgram} - - - number ${first + index}\n`,
        )
        this.#count(sender, linesAtOnce)
        isOpen = await connection.send(lines.join(''))
        await turns.next()
      }
      await connection.end()
      // A node that dies loses what it has read but not stored, including data of connections that had ended
      // before.
      if (isOpen && this.#isStopping) sender.required = sender.sent
    }
  }

  #add(host: string): NumberedSender {
    const sender = { sent: 0, required: 0 }
    this.senders.set(host, sender)
    return sender
  }

  /** Before sending: an event may be found before the response. */
  #count(sender: NumberedSender, events: number): void {
    sender.sent += events
    this.#sent += events
  }
}

/**
 * Turns at a fixed interval. A late turn delays the following ones, so that nothing is caught up after an
 * outage.
 */
class Turns {
  readonly #intervalMs: number
  #due = performance.now()

  constructor(seconds: number) {
    this.#intervalMs = seconds * 1_000
  }

  async next(): Promise<void> {
    const now = performance.now()
    this.#due = Math.max(this.#due + this.#intervalMs, now)
    await setTimeout(this.#due - now)
  }
}
