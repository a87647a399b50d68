/**
 * Many watchers of one dashboard, and the load that it shows, in their own process: `node bench/watchers.ts
 * '<a WatchOrder as JSON>'`.
 */
import { setTimeout } from 'node:timers/promises'
import { Lags } from './watchers/lags.ts'
import { Load } from './watchers/load.ts'
import type { Connected, Watched, WatchOrder } from './watchers/order.ts'
import { Seen, Watcher } from './watchers/watcher.ts'

const openAtOnce = 50
/** For the first states, before the load starts. */
const settleMillis = 3_000
/** A watcher that has not seen the last event by then counts as behind. */
const timeoutMillis = 30_000
const pollMillis = 100

// watchers/bench.ts writes it.
const order = JSON.parse(process.argv[2] ?? '{}') as WatchOrder
const load = new Load()
const seen = new Seen(load, order)
const watchers: Watcher[] = []
while (watchers.length < order.connections) {
  const more = Math.min(openAtOnce, order.connections - watchers.length)
  watchers.push(...(await Promise.all(Array.from({ length: more }, () => Watcher.open(order, seen)))))
}
await setTimeout(settleMillis)
const connected: Connected = { connected: watchers.length }
console.log(JSON.stringify(connected))

const before = { ...process.cpuUsage(), updates: seen.updates, bytes: seen.bytes }
await load.send(order.syslog, order.rate, order.seconds)
const { user, system } = process.cpuUsage()
const during = { updates: seen.updates - before.updates, bytes: seen.bytes - before.bytes }
const behind = () => watchers.reduce((sum, watcher) => sum + watcher.behind(load.sent.length), 0)
for (let waited = 0; behind() > 0 && waited < timeoutMillis; waited += pollMillis)
  await setTimeout(pollMillis)

const all = new Lags()
for (const lags of seen.lags) all.addAll(lags)
const watched: Watched = {
  ...during,
  events: load.events,
  lags: seen.lags.map(lags => lags.summary()),
  all: all.summary(),
  behind: behind(),
  cpu: (user + system - before.user - before.system) / 1e6,
}
console.log(JSON.stringify(watched))
for (const watcher of watchers) watcher.close()
process.exit(0)
