import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { enginePid } from '../testing/engine-pid.ts'
import { Load } from '../testing/load.ts'
import { QueryPoller } from '../testing/query-poller.ts'
import { startMillrace } from '../testing/service.ts'
import { settledLedger } from '../testing/service-ledger.ts'
import { faultsOfRound, repeatedEvents, windowsOf } from '../testing/verify.ts'

/** KILLS=50 for an hour. */
const kills = Number(process.env.KILLS ?? 4)
const eventsBetween = 500
const window = 60

const millrace = startMillrace({ MILLRACE_DEDUP_WINDOW: String(window), MILLRACE_LOG_LEVEL: 'warn' })
const { client } = millrace

test(`the service outlives ${kills} kills of its engine under load, and no event is lost or doubled`, {
  timeout: 300_000 + kills * 60_000,
}, async () => {
  const server = millrace.pid
  const load = new Load(millrace)
  load.start()
  const asking = new QueryPoller(client)
  for (let kill = 0; kill < kills; kill++) {
    const engine = await enginePid(millrace)
    await load.acknowledged(eventsBetween)
    await setTimeout(Math.random() * 200)
    process.kill(engine, 'SIGKILL')
    // Accepted and acknowledged while there is no engine.
    await load.acknowledged(eventsBetween)
    await enginePid(millrace, engine)
    load.nextRound()
  }
  await load.stop()
  const outcomes = await asking.stop()
  // Quarantined: two kills hit the same question, at its first attempt and at the second one.
  const expected: unknown[] = [200, 202, 503, 'storage_unavailable', 'query_quarantined']
  expect(outcomes.filter(outcome => !expected.includes(outcome))).toEqual([])
  expect(outcomes).toContain(200)
  expect(millrace.pid).toBe(server)

  for (const round of load.rounds.keys()) expect(await faultsOfRound(load, client, round)).toEqual([])
  for (const [message, times] of load.repeats) {
    expect(await repeatedEvents(client, message, times.length), message).toEqual(windowsOf(times, window))
  }
  const { totals } = await settledLedger(client)
  console.log(`the ledger: ${JSON.stringify(totals)}`)
  console.log('answers to queries meanwhile:', Object.fromEntries(asking.outcomes))
})
