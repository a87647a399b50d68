import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LineSender } from '../testing/line-sender.ts'
import { startMillrace } from '../testing/service.ts'
import { settledLedger } from '../testing/service-ledger.ts'
import { until } from '../testing/until.ts'

/** STORM_RATE=50000 STORM_SECONDS=60 for the real storm. */
const rate = Number(process.env.STORM_RATE ?? 5_000)
const seconds = Number(process.env.STORM_SECONDS ?? 10)
const otherRate = 500
const window = 5
const pieces = 20
/** Milliseconds between two pieces. */
const pause = 1_000 / pieces

/** Moments of all events, Unix milliseconds. */
const stamps: number[] = []

const millrace = startMillrace({ MILLRACE_DEDUP_WINDOW: String(window) })
const { client } = millrace

test(`one message ${rate} times a second beside ${otherRate} others: few events, exact counters, the others unharmed`, {
  timeout: 300_000 + seconds * 10_000,
}, async () => {
  const at = millrace.address('syslog_tcp')
  const [storm, others] = await Promise.all([LineSender.connect(at), LineSender.connect(at)])
  const since = performance.now()
  const stormy = sendAt(storm, rate, () => 'the storm rages on')
  const calm = sendAt(others, otherRate, number => `calm number ${number}`)
  const [stormSent, calmSent] = await Promise.all([stormy, calm])
  const took = (performance.now() - since) / 1_000

  await until(
    'all of it',
    async () =>
      (await client.count('storm')).occurrences + (await client.count('calm')).occurrences ===
      stormSent + calmSent,
  )
  const [of, calmly] = [await client.count('storm'), await client.count('calm')]
  expect(calmly).toEqual({ events: calmSent, occurrences: calmSent })
  expect(of.occurrences).toBe(stormSent)
  // One per window of event time, plus one at each end.
  expect(of.events).toBeLessThanOrEqual((Math.max(...stamps) - Math.min(...stamps)) / 1_000 / window + 2)
  const { totals } = await settledLedger(client)
  expect(totals).toMatchObject({ received: stormSent + calmSent, refused: 0 })
  console.log(`${stormSent} storm lines in ${took.toFixed(1)} s as ${of.events} events; ${calmSent} others`)
})

/** Sends lines at a rate, as fast as the receiver accepts them; returns how many. */
async function sendAt(
  sender: LineSender,
  perSecond: number,
  message: (number: number) => string,
): Promise<number> {
  const each = Math.round(perSecond / pieces)
  let sent = 0
  for (let piece = 0; piece < seconds * pieces; piece++) {
    const moment = new Date()
    stamps.push(moment.getTime())
    const now = moment.toISOString()
    let text = ''
    for (let i = 0; i < each; i++) text += `<134>1 ${now} h p - - - ${message(sent++)}\n`
    await sender.send(text)
    await setTimeout(pause)
  }
  await sender.end()
  return sent
}
