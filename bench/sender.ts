/**
 * A sender of log events, in its own process: `node bench/sender.ts '<an Order as JSON>'`. See
 * ingest/order.ts.
 */
import { prepareSend } from '../src/cli/send/prepare.ts'
import { send } from '../src/cli/send/send.ts'
import type { Order, Sent } from './ingest/order.ts'

const timeoutSeconds = 60

// ingest/run-sender.ts writes it.
const { to, load, token, connections, seconds, rate, first } = JSON.parse(process.argv[2] ?? '{}') as Order
const what = await prepareSend([], {
  ...{ to, template: load, connections, seconds, rate, first, token },
  ...{ host: '', program: '', batch: 1_000, idempotency: false, seed: 1, variety: 1_000 * connections },
  patience: timeoutSeconds,
})
const cpuBefore = process.cpuUsage()
const began = Date.now()
const { counters, seconds: took, error } = await send(what.supply, what.plan, new AbortController().signal)
if (error !== undefined) throw error
if (counters.refused > 0) throw new Error(`${counters.refused} events were refused: ${counters.refusal}`)
const { user, system } = process.cpuUsage(cpuBefore)
const sent: Sent = {
  events: counters.sent,
  began,
  seconds: took,
  putOff: counters.retries,
  cpu: (user + system) / 1e6,
}
console.log(JSON.stringify(sent))
