import { setTimeout } from 'node:timers/promises'
import { MillraceError } from '../../clients/typescript/src/millrace-error.ts'
import { ask } from '../../clients/typescript/src/queries.ts'
import { type Client, matching, type Params } from './client.ts'
import type { NumberedLoad } from './numbered-load.ts'

const intervalMs = 1_000
const answerTimeoutMs = 15_000
const maxFaults = 20
/** One in this many queries reads rows, the others read counts in the memory of nodes. */
const searchEvery = 4

interface Answer {
  node: string
  /** Milliseconds of performance.now(). */
  asked: number
  answered: number
  events: number
}

/**
 * Queries the number of events on each node each second, and checks each answer against earlier answers and
 * the events sent.
 */
export class CountProber {
  /** Impossible numbers. */
  readonly faults: string[] = []
  /** Refused queries, by their code. */
  readonly refusals = new Map<string, number>()
  readonly #answers: Answer[] = []
  readonly #loads: readonly NumberedLoad[]
  readonly #begin = Math.floor(Date.now() / 1_000) - 86_400
  readonly #running: Promise<void>[]
  #isStopping = false
  #highest = 0
  #questions = 0

  constructor(nodes: readonly { name: string; client: Client }[], loads: readonly NumberedLoad[]) {
    this.#loads = loads
    this.#running = nodes.map(({ name, client }) => this.#probe(name, client))
  }

  /** The highest answer so far: no later query may get a lower one. */
  get highest(): number {
    return this.#highest
  }

  /** Number of answered queries that a node got since a time. */
  answersSince(node: string, since: number): number {
    return this.#answers.filter(answer => answer.node === node && answer.asked >= since).length
  }

  /** The longest time without an answer from any of these nodes, between two times; milliseconds. */
  longestSilence(nodes: readonly string[], from: number, to: number): number {
    const ends = this.#answers
      .filter(({ node, answered }) => nodes.includes(node) && answered > from && answered < to)
      .map(({ answered }) => answered)
    const times = [from, ...ends.sort((a, b) => a - b), to]
    return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? from)))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#running)
  }

  async #probe(node: string, client: Client): Promise<void> {
    while (!this.#isStopping) {
      const asked = performance.now()
      const atLeast = this.#highest
      const params = this.#nextQuestion()
      try {
        const events = await countEvents(client, params)
        const answered = performance.now()
        this.#answers.push({ node, asked, answered, events })
        this.#check(node, events, atLeast, params.filter === undefined ? 'memory' : 'rows')
        this.#highest = Math.max(this.#highest, events)
      } catch (error) {
        const isRefused = error instanceof MillraceError
        const reason = isRefused ? error.code || String(error.status) : 'no answer'
        this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1)
      }
      await setTimeout(Math.max(0, asked + intervalMs - performance.now()))
    }
  }

  /** Each query differs: equal queries share an answer, which may be a second old. */
  #nextQuestion(): Params {
    const number = this.#questions++
    const time_range = { ts_from: this.#begin - number, ts_to: this.#begin + 2 * 86_400 }
    return { time_range, page_size: 1, ...(number % searchEvery === 0 && matching('number')) }
  }

  #check(node: string, events: number, atLeast: number, from: string): void {
    const sent = this.#loads.reduce((sum, load) => sum + load.sent, 0)
    const place = `${node}, of ${from}, answered ${events}`
    if (this.faults.length >= maxFaults) return
    if (events < atLeast) this.faults.push(`${place} after ${atLeast} had been answered`)
    if (events > sent) this.faults.push(`${place} when ${sent} had been sent`)
  }
}

/** The number of events of a Search. */
async function countEvents({ service }: Client, params: Params): Promise<number> {
  const signal = AbortSignal.timeout(answerTimeoutMs)
  const { totals } = await ask(service, 'Search', params, { signal })
  if (totals.count !== totals.occurrences)
    throw new Error(`${totals.count} events have ${totals.occurrences} occurrences`)
  return totals.count
}
