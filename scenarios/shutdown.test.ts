import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from './testing/client.ts'
import { Load } from './testing/load.ts'
import { Millrace } from './testing/millrace.ts'
import { faultsOfRound } from './testing/verify.ts'

const times = 5
const longestSeconds = 10

let millrace: Millrace
beforeAll(async () => {
  millrace = await Millrace.start()
})
afterAll(() => millrace.remove())

test(`SIGTERM under load ends all within ${longestSeconds} s, ${times} times, with nothing lost`, async () => {
  const client = new Client(millrace)
  const load = new Load(millrace)
  load.start()
  for (let time = 0; time < times; time++) {
    await load.acknowledged(1_000)
    const { code, signal, seconds } = await millrace.stop()
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    expect(seconds).toBeLessThan(longestSeconds)
    const round = load.nextRound()
    await millrace.restart()
    load.pause()
    await load.settled(round)
    expect(await faultsOfRound(load, client, round), `after end ${time + 1}`).toEqual([])
    load.resume()
  }
  await load.stop()
})
