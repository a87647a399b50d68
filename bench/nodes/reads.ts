import { type Client, matching, type OutgoingEvent, type Params } from '../../scenarios/testing/client.ts'
import type { QueryType } from '../../src/schema/query/query.ts'
import { timeOfGet, timeOfQuery } from '../queries/takes-bytes.ts'
import { randomNumbers } from '../random.ts'

const eventCount = 60_000
const eventsOfBody = 5_000
const words = ['link', 'session', 'disk', 'login', 'packet', 'lease']
const hour = 3_600
/** The events lie in the two hours from here. */
const from = Math.floor(Date.now() / (1_000 * hour)) * hour - 48 * hour
const asks = 40
const warmAsks = 10
const seed = 5
const reads = 300

const kinds: readonly (readonly [title: string, type: QueryType, params: Params])[] = [
  ['Count of a message search', 'EventRate', {}],
  ['TopN host of a message search', 'TopN', { field: 'host' }],
  ['Newest 50 of a message search', 'Search', { page_size: 50 }],
]

/** Milliseconds by kind of question: a list per service, question by question. */
export type QuestionTimes = ReadonlyMap<string, readonly (readonly number[])[]>

/**
 * Asks services with the same events the same questions, one service after the other, so that other load on
 * the machine affects all of them.
 */
export async function measureQuestions(services: readonly Client[]): Promise<QuestionTimes> {
  const events = Array.from({ length: eventCount }, (_, n) => eventOf(n))
  for (const client of services)
    for (let at = 0; at < eventCount; at += eventsOfBody)
      await client.sendAndFind(events.slice(at, at + eventsOfBody))
  const random = randomNumbers(seed)
  const times = new Map(kinds.map(([title]) => [title, services.map((): number[] => [])]))
  for (let n = 0; n < warmAsks + asks; n++)
    for (const [title, type, params] of kinds) {
      const start = from + Math.floor(random() * hour)
      // Reads messages, each pattern once: no answer is in memory.
      const filter = matching(`${words[n % words.length]} *${n % 10}`)
      for (const [at, client] of services.entries()) {
        const ask = { type, params: { ...params, ...filter } }
        const took = await timeOfQuery(client, ask, { from: start, to: start + hour })
        if (n >= warmAsks) times.get(title)?.[at]?.push(took)
      }
    }
  return times
}

function eventOf(n: number): OutgoingEvent {
  const message = `${words[n % words.length]} ${n} of client ${n % 977} was seen`
  return { message, host: `edge-${n % 50}`, program: 'bench', ts: from + (n * 2 * hour) / eventCount }
}

export interface Forwarding {
  /** Milliseconds for reading a query at its own node, and at another one. */
  own: number[]
  other: number[]
}

/** Reads an answered query at two nodes alternately; the first owns it. */
export async function measureForwarding(owner: Client, other: Client): Promise<Forwarding> {
  const { query_id } = await owner.query('TopN', { field: 'host' })
  const path = `/api/query/${query_id}`
  const times: Forwarding = { own: [], other: [] }
  for (let n = 0; n < reads; n++) {
    times.own.push(await timeOfGet(owner, path))
    times.other.push(await timeOfGet(other, path))
  }
  return times
}
