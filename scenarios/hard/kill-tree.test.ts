import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Load } from '../testing/load.ts'
import { startMillrace } from '../testing/service.ts'
import { settledLedger } from '../testing/service-ledger.ts'
import { faultsOfRound, repeatedEvents, windowsOf } from '../testing/verify.ts'

/** KILLS=50 for an hour. */
const kills = Number(process.env.KILLS ?? 3)
const eventsBetween = 1_000
const window = 60

const millrace = startMillrace({ MILLRACE_DEDUP_WINDOW: String(window) })
const { client } = millrace

test(`after each of ${kills} kills of all processes under load, all acknowledged events are there once`, {
  timeout: 300_000 + kills * 60_000,
}, async () => {
  const load = new Load(millrace)
  load.start()
  for (let kill = 0; kill < kills; kill++) {
    await load.acknowledged(eventsBetween)
    // At a random time between two commits, not always right after one.
    await setTimeout(Math.random() * 200)
    await millrace.kill9()
    const round = load.nextRound()
    await millrace.restart()
    load.pause()
    await load.settled(round)
    expect(await faultsOfRound(load, client, round), `after kill ${kill + 1}`).toEqual([])
    if (kill % 10 === 0) await settledLedger(client)
    load.resume()
  }
  await load.stop()

  // Checked again at the end, against the current rows: nothing was duplicated or lost in the meantime.
  const acknowledged = load.rounds.map(({ acknowledged }) => acknowledged.size)
  for (const round of acknowledged.keys()) expect(await faultsOfRound(load, client, round)).toEqual([])
  for (const [message, times] of load.repeats) {
    expect(await repeatedEvents(client, message, times.length), message).toEqual(windowsOf(times, window))
  }
  const { totals } = await settledLedger(client)
  const streamed = load.rounds.flatMap(({ streams }) => streams.map(({ messages }) => messages.length))
  console.log(
    `${sum(acknowledged)} acknowledged events, ${sum(streamed)} lines over TCP, ` +
      `${sum([...load.repeats.values()].map(times => times.length))} repeats; ${JSON.stringify(totals)}`,
  )
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}
