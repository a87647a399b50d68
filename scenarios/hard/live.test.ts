import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { SearchResults } from '../../src/schema/query/search.ts'
import { matching } from '../testing/client.ts'
import { isIdleMachine } from '../testing/idle-machine.ts'
import { LiveUpdates } from '../testing/live-updates.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const number = 300
const pauseMillis = 50
const longestSeconds = 10

const millrace = startMillrace()
const { client } = millrace

test(`each of ${number} events is on a subscribed websocket`, async () => {
  const query = await client.query('Search', {
    ...matching('livemark'),
    time_range: { preset: 'last_1_hours' },
    page_size: 1_000,
  })
  const sent = new Map<string, number>()
  const seconds = new Map<string, number>()
  const live = await LiveUpdates.subscribe(client, String(query.query_id), data => {
    const now = performance.now()
    // The results of a Search.
    for (const { message } of (data.results as SearchResults).events?.objects ?? []) {
      const since = sent.get(message)
      if (since !== undefined && !seconds.has(message)) seconds.set(message, (now - since) / 1_000)
    }
  })

  const { host, port } = millrace.address('syslog_tcp')
  const socket = connect(port, host)
  for (let i = 0; i < number; i++) {
    const message = `livemark number ${i}`
    sent.set(message, performance.now())
    socket.write(`<134>1 ${new Date().toISOString()} live-1 live - - - ${message}\n`)
    await setTimeout(pauseMillis)
  }
  socket.end()
  await until('all events on the websocket', () => seconds.size === number)
  await live.close()

  const sorted = [...seconds.values()].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(3)
  console.log(`sent to websocket: p50 ${at(0.5)} s, p99 ${at(0.99)} s, longest ${at(1)} s`)
  if (isIdleMachine) expect(sorted.at(-1)).toBeLessThan(longestSeconds)
})
