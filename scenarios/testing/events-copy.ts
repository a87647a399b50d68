import { once } from 'node:events'
import { expect } from 'vitest'
import { Load } from './load.ts'
import type { Millrace } from './millrace.ts'
import { settledLedger } from './service-ledger.ts'
import { faultsOfRound, repeatedEvents, windowsOf } from './verify.ts'

/** Seconds: MILLRACE_DEDUP_WINDOW of the migrated service. */
export const window = 60
/** Sent while a copy runs: few enough to be read back one by one. */
const eventsOfCopy = 5_000
/** More than the lines of a copy before it is killed; it prints one per day. */
const days = 6

/** The last line of a copy that found every day on the server; a killed copy may leave a single one. */
export const allEqual = /^(1 day on the server equals that|\d+ days on the server equal those) in /m

/**
 * Runs `millrace events copy`, until its end or until it has printed this many lines; `meanwhile` starts with
 * the first line.
 */
export async function copy(
  of: Millrace,
  maxLines = Number.POSITIVE_INFINITY,
  meanwhile: () => Promise<void> = async () => {},
) {
  const child = of.command('events', 'copy')
  let output = ''
  let other: Promise<void> | undefined
  const hear = (chunk: Buffer) => {
    output += chunk
    other ??= meanwhile()
    if (output.split('\n').length > maxLines) child.kill('SIGKILL')
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const [code] = await once(child, 'close')
  await other
  return { code, output }
}

/**
 * Migrates a service to servers while events arrive, kills the copy and other processes repeatedly, and
 * checks that each event is stored once.
 */
export async function moveWhileKilled(
  millrace: Millrace,
  settings: Record<string, string>,
  kills: number,
  others: readonly (() => Promise<void>)[],
): Promise<void> {
  const load = new Load(millrace, days)
  load.start()
  await load.acknowledged(4_000)
  // During inserts: events waiting in the spool go to the servers, and may be in the folder too.
  await millrace.kill9()
  await millrace.restart(settings)
  let starts = 1
  load.nextRound()
  await load.acknowledged(500)
  const restartService = async () => {
    await millrace.kill9()
    await millrace.restart()
    starts++
  }
  const meanwhile = [...others, restartService, undefined]
  const copyUnderLoad: typeof copy = async (...how) => {
    load.resume()
    const sent = load.acknowledged(eventsOfCopy).then(() => load.pause())
    const [copied] = await Promise.all([copy(...how), sent])
    return copied
  }
  for (let kill = 0; kill < kills; kill++) {
    const { output } = await copyUnderLoad(millrace, 2 + kill, meanwhile[kill % meanwhile.length])
    expect(output).not.toMatch(/differs|rows with the checksum/)
  }
  const { code, output } = await copyUnderLoad(millrace)
  expect(output).toMatch(allEqual)
  expect(code).toBe(0)
  load.resume()
  await load.acknowledged(500)
  await load.stop()

  const { client } = millrace
  for (const round of load.rounds.keys()) expect(await faultsOfRound(load, client, round)).toEqual([])
  for (const [message, times] of load.repeats) {
    const events = await repeatedEvents(client, message, times.length)
    expect([message, events.reduce((sum, { counter }) => sum + counter, 0)]).toEqual([message, times.length])
    // A start restores the open windows of the events that it finds; the folder's events are not there yet.
    expect(events.length).toBeLessThanOrEqual(windowsOf(times, window).length + starts)
    expect(events.filter(({ first }) => !times.includes(first))).toEqual([])
  }
  await settledLedger(client)
}
