import { globSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Random } from '../../src/cli/send/random.ts'
import { Load } from '../testing/load.ts'
import type { Millrace } from '../testing/millrace.ts'
import { groupMembers } from '../testing/process-group.ts'
import { startMillrace } from '../testing/service.ts'
import { settledLedger } from '../testing/service-ledger.ts'
import { until } from '../testing/until.ts'
import { faultsOfRound, repeatedEvents } from '../testing/verify.ts'

/** RESTARTS=200 RESTARTS_SEED=2 for the long form, which limits each start to ten seconds. */
const restarts = Number(process.env.RESTARTS ?? 4)
const seed = Number(process.env.RESTARTS_SEED ?? 1)
const isLong = process.env.RESTARTS !== undefined
const maxStartSeconds = 10
/** Restarts per round; half of them end by SIGTERM. */
const restartsOfRound = isLong ? 20 : 10
const eventsBetween = 500
/** The service is ended anywhere within this time under load, or in the first seconds of a start. */
const maxDelayMs = 1_000
const maxStartDelayMs = 2_500

const random = new Random(seed)
const millrace = startMillrace()
const { client } = millrace

test(`after ${restarts} ends under load, half of them kills, it is up again and has each acknowledged event once`, {
  timeout: 300_000 + restarts * 60_000,
}, async () => {
  const starts: number[] = []
  const seen = { terminated: 0, killed: 0, terminatedAtStart: 0, killedAtStart: 0, killedInMerge: 0 }
  const load = new Load(millrace)
  load.start()
  for (let restart = 0; restart < restarts; restart++) {
    const isKill = restart % 2 === 1
    await load.acknowledged(eventsBetween)
    await setTimeout(random.integer(0, maxDelayMs))
    await end(millrace, isKill)
    seen[isKill ? 'killed' : 'terminated']++
    if (isKill && hasUnfinishedMerge(millrace)) seen.killedInMerge++
    if (random.chance(0.3)) {
      const isKillAtStart = random.chance(0.5)
      await endAtStart(millrace, isKillAtStart, random.integer(0, maxStartDelayMs))
      seen[isKillAtStart ? 'killedAtStart' : 'terminatedAtStart']++
    }
    starts.push(await secondsToAnswer(millrace))
    if (restart % restartsOfRound === restartsOfRound - 1) {
      const round = load.nextRound()
      load.pause()
      await load.settled(round)
      expect(await faultsOfRound(load, client, round), `after restart ${restart + 1}`).toEqual([])
      await settledLedger(client)
      console.log(`seed ${seed}: ${JSON.stringify({ ...figuresOf(starts), ...seen })}`)
      load.resume()
    }
  }
  await load.stop()

  for (const round of load.rounds.keys()) expect(await faultsOfRound(load, client, round)).toEqual([])
  for (const [message, times] of load.repeats) {
    // The number of events is checked in kill-tree.test.ts. A start only resumes windows of the last minute
    // of event time.
    const events = await repeatedEvents(client, message, times.length)
    const occurrences = events.reduce((sum, { counter }) => sum + counter, 0)
    expect({ message, occurrences }).toEqual({ message, occurrences: times.length })
  }
  const { totals } = await settledLedger(client)
  const acknowledged = load.rounds.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
  const figures = figuresOf(starts)
  console.log(`${acknowledged} acknowledged events; ${JSON.stringify({ ...figures, ...seen, ...totals })}`)
  if (isLong) expect(figures.longestSeconds).toBeLessThan(maxStartSeconds)
})

function figuresOf(starts: readonly number[]) {
  const sorted = starts.toSorted((a, b) => a - b)
  const rounded = (seconds = 0) => Math.round(seconds * 100) / 100
  return {
    starts: starts.length,
    medianSeconds: rounded(sorted[Math.floor(sorted.length / 2)]),
    longestSeconds: rounded(sorted.at(-1)),
  }
}

/** Ends the service with all of its processes: `stop` and `kill9` wait for the last of the group. */
async function end(service: Millrace, isKill: boolean): Promise<void> {
  if (isKill) await service.kill9()
  else expect(await service.stop()).toMatchObject({ code: 0, signal: null })
}

/** Starts the service and ends it after this many milliseconds, no matter what it is doing. */
async function endAtStart(service: Millrace, isKill: boolean, afterMs: number): Promise<void> {
  const started = service.restart().then(
    () => 'started',
    () => 'ended',
  )
  const server = service.pid
  await setTimeout(afterMs)
  if (isKill) await service.kill9()
  else {
    const { code, signal } = await service.stop()
    // Ends by the signal itself before the program handles it, with 1 during the start, with 0 after it.
    expect(['SIGTERM', 1, 0]).toContain(signal ?? code)
  }
  await started
  expect(groupMembers(server)).toEqual([])
}

/** Starts the service. Returns the seconds until GET /ping returns 200. */
async function secondsToAnswer(service: Millrace): Promise<number> {
  const since = performance.now()
  const [seconds] = await Promise.all([
    until('GET /ping to be answered 200', () => isUp(service)).then(
      () => (performance.now() - since) / 1_000,
    ),
    service.restart(),
  ])
  return seconds
}

async function isUp(service: Millrace): Promise<boolean> {
  const answer = await fetch(`${service.url}/ping`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  return answer?.status === 200
}

/** Whether the engine was merging when it was killed: its next start removes unfinished merges. */
function hasUnfinishedMerge({ dataDir }: Millrace): boolean {
  return globSync(`${dataDir}/events/**/tmp_merge_*`).length > 0
}
