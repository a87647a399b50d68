import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Client, type OutgoingEvent } from './client.ts'
import type { Millrace } from './millrace.ts'
import { SentMessages, type Stream } from './sent-messages.ts'
import { until } from './until.ts'

const batchSize = 200
const linesAtOnce = 100
const pauseMs = 20
const retryMs = 100
/** Time between two batches of a sender: everything sent is read back, one by one. */
const batchMs = 100
/**
 * Maximum lines by which streams may be ahead of the acknowledged events: on a slow machine they would send
 * most of what must be read back.
 */
const maxAhead = 2_000
const day = 86_400
/** Today and the days before, by default. */
const manyDays = 21

/**
 * Senders that continue no matter what happens to the service, and a record of what it acknowledged. Messages
 * contain the words `word` and `r<round>`; repeating messages contain `again` and their day.
 */
export class Load {
  readonly word = `z${randomBytes(5).toString('hex')}`
  /** Sent messages by round. */
  readonly rounds = [new SentMessages()]
  /** Times (microseconds) of acknowledged repeats, in the order of their arrival, by message. */
  readonly repeats = new Map<string, number[]>()
  readonly #millrace: Millrace
  readonly #days: number
  readonly #client: Client
  readonly #running: Promise<void>[] = []
  /** Batches that are being retried until accepted, by round. */
  readonly #owed: number[] = [0]
  readonly #faults: string[] = []
  #stopping = false
  #resume: PromiseWithResolvers<void> | undefined
  #numbers = 0

  /** `days`: number of days with events; repeating messages are from today, a week ago and two weeks ago. */
  constructor(millrace: Millrace, days = manyDays) {
    this.#millrace = millrace
    this.#days = days
    this.#client = new Client(millrace)
  }

  get ledger(): SentMessages {
    return this.rounds[this.rounds.length - 1] as SentMessages // there is one from the start
  }

  start(): void {
    this.#running.push(
      this.#keyed(),
      this.#keyed(),
      this.#plain(),
      this.#again(),
      this.#stream(),
      this.#stream(),
    )
  }

  /** Starts the next round and returns the number of the one that ended. */
  nextRound(): number {
    this.#owed.push(0)
    return this.rounds.push(new SentMessages()) - 2
  }

  /** Pauses the senders after their current batch. */
  pause(): void {
    this.#resume ??= Promise.withResolvers()
  }

  resume(): void {
    this.#resume?.resolve()
    this.#resume = undefined
  }

  /** Waits until this many more events are acknowledged in the current round. */
  async acknowledged(more: number): Promise<void> {
    const { ledger } = this
    const wanted = ledger.acknowledged.size + more
    await until(`${more} acknowledged events`, () => {
      this.#throwFaults()
      return ledger.acknowledged.size >= wanted
    })
  }

  /** Resolves when all retried batches of a round are accepted. */
  async settled(round: number): Promise<void> {
    await until(`the last batches of round ${round}`, () => {
      this.#throwFaults()
      return this.#owed[round] === 0
    })
  }

  /** Stops the senders after their current batch. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.resume()
    await Promise.all(this.#running)
    this.#throwFaults()
  }

  #throwFaults(): void {
    if (this.#faults.length > 0) throw new Error(this.#faults.slice(0, 5).join('\n'))
  }

  /** Batches with a key, retried until accepted: each counts exactly once. */
  async #keyed(): Promise<void> {
    for (let batch = 0; await this.#goesOn(); batch++) {
      const { ledger } = this
      const round = this.rounds.length - 1
      const events = this.#events('keyed', batch % 4 === 0)
      const next = setTimeout(batchMs)
      this.#owe(round, 1)
      await this.#untilTaken(events)
      for (const { message } of events) ledger.acknowledged.add(message)
      this.#owe(round, -1)
      await next
    }
  }

  /** Batches that are sent once. */
  async #plain(): Promise<void> {
    while (await this.#goesOn()) {
      const { ledger } = this
      const events = this.#events('plain', false)
      // Recorded before sending: an event may be found before the response.
      for (const { message } of events) ledger.unacknowledged.add(message)
      const next = setTimeout(batchMs)
      const status = await this.#send(events)
      if (status === 200) for (const { message } of events) ledger.acknowledged.add(message)
      await next
    }
  }

  /** Repeats of the same messages: from today, a week ago and two weeks ago. */
  async #again(): Promise<void> {
    while (await this.#goesOn()) {
      const events = [0, 7, 14].flatMap(back =>
        Array.from({ length: 10 }, () => ({
          message: `${this.word} again of day ${back}`,
          host: 'again-1',
          ts: stamp(back * day),
        })),
      )
      const next = setTimeout(batchMs)
      await this.#untilTaken(events)
      for (const { message, ts } of events) {
        const times = this.repeats.get(message) ?? []
        times.push(Math.round(ts * 1_000_000))
        this.repeats.set(message, times)
      }
      await next
    }
  }

  /** Syslog over TCP; a new connection follows a broken one and each round. */
  async #stream(): Promise<void> {
    while (await this.#goesOn()) {
      const socket = await this.#connection()
      if (socket === undefined) {
        await setTimeout(retryMs)
        continue
      }
      const stream: Stream = { messages: [], complete: false }
      const round = this.rounds.length - 1
      this.ledger.streams.push(stream)
      const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
      await this.#write(socket, stream, round)
      if (!socket.destroyed) {
        socket.end(() => {
          stream.complete = true
        })
      }
      await closed
    }
  }

  #isAhead(round: number): boolean {
    const { streams, acknowledged } = this.ledger
    const lines = streams.reduce((sum, { messages }) => sum + messages.length, 0)
    return round === this.rounds.length - 1 && !this.#stopping && lines > acknowledged.size + maxAhead
  }

  async #connection(): Promise<Socket | undefined> {
    const { host, port } = this.#millrace.address('syslog_tcp')
    const socket = connect(port, host)
    const connected = await new Promise<boolean>(resolve => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (!connected) return undefined
    // A reset is followed by 'close', which is checked. The service sends nothing, but unread, its end would
    // not be noticed.
    socket.on('error', () => {})
    return socket.resume()
  }

  async #write(socket: Socket, stream: Stream, round: number): Promise<void> {
    while ((await this.#goesOn()) && !socket.destroyed && round === this.rounds.length - 1) {
      const lines = Array.from({ length: linesAtOnce }, () => this.#message('tcp', round))
      const now = new Date().toISOString()
      stream.messages.push(...lines)
      socket.write(lines.map(line => `<134>1 ${now} tcp-1 load - - - ${line}\n`).join(''))
      while ((socket.writableNeedDrain || this.#isAhead(round)) && !socket.destroyed)
        await setTimeout(pauseMs)
      await setTimeout(pauseMs)
    }
  }

  /** False when stopped; waits while paused. */
  async #goesOn(): Promise<boolean> {
    await this.#resume?.promise
    return !this.#stopping
  }

  async #untilTaken(events: readonly OutgoingEvent[]): Promise<void> {
    const key = randomBytes(12).toString('hex')
    while ((await this.#send(events, key)) !== 200) await setTimeout(retryMs)
  }

  /** The status; 0 without a response. Any status except 200, 429 and 503 is a fault of the service. */
  async #send(events: readonly OutgoingEvent[], key?: string): Promise<number> {
    const status = await this.#client.send(events, key).catch(() => 0)
    if (![0, 200, 429, 503].includes(status)) this.#faults.push(`a batch was answered ${status}`)
    return status
  }

  #events(sender: string, ofManyDays: boolean): OutgoingEvent[] {
    const round = this.rounds.length - 1
    return Array.from({ length: batchSize }, (_, i) => ({
      message: this.#message(sender, round),
      host: `${sender}-${i % 5}`,
      program: 'load',
      ts: stamp(ofManyDays ? (i % this.#days) * day : 0),
    }))
  }

  #message(sender: string, round: number): string {
    return `${this.word} r${round} ${sender} number ${this.#numbers++}`
  }

  #owe(round: number, change: number): void {
    this.#owed[round] = (this.#owed[round] ?? 0) + change
  }
}

/** Unix seconds `ago` seconds in the past, in whole milliseconds. */
function stamp(ago: number): number {
  return Math.round(Date.now() - ago * 1_000) / 1_000
}
