import { setTimeout } from 'node:timers/promises'
import { occurrencesOf } from '../ingest/occurrences.ts'
import type { Sent } from '../ingest/order.ts'
import { runSender } from '../ingest/run-sender.ts'
import type { Form, Spent } from './form.ts'

const warmSeconds = 5
const connections = 4
/** Seldom: a query is work too. */
const pollMillis = 500
const timeoutMillis = 60_000
/** Number range of one node's events, so that no two nodes get the same. */
const share = 1_000_000_000

export interface Intake {
  events: number
  /** Events a second, from the first byte sent until the last event is searchable. */
  rate: number
  /** Microseconds of processor time an event. */
  cost: Spent
}

/** Sends to all nodes as fast as they accept, until everything is searchable. */
export async function measureIntake(form: Form, seconds: number): Promise<Intake> {
  const [client] = form.clients
  let sent = 0
  const send = async (seconds: number): Promise<Sent[]> => {
    const all = await Promise.all(
      form.nodes.map((node, at) => {
        const { host, port } = node.address('syslog_tcp')
        const order = { to: `tcp://${host}:${port}`, load: 'mixed', connections, seconds, rate: 0, token: '' }
        return runSender({ ...order, first: at * share + sent + 1 })
      }),
    )
    sent += all.reduce((sum, { events }) => sum + events, 0)
    const since = performance.now()
    while ((await occurrencesOf(client)) < sent) {
      if (performance.now() - since > timeoutMillis) throw new Error('not all events are found')
      await setTimeout(pollMillis)
    }
    return all
  }
  await send(warmSeconds)
  const before = form.spent()
  const all = await send(seconds)
  const events = all.reduce((sum, { events }) => sum + events, 0)
  const took = (Date.now() - Math.min(...all.map(({ began }) => began))) / 1_000
  const after = form.spent()
  const each = (who: keyof Spent) => ((after[who] - before[who]) / events) * 1e6
  const cost = { nodes: each('nodes'), engine: each('engine'), postgres: each('postgres') }
  return { events, rate: events / took, cost }
}
