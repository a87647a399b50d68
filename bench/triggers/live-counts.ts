import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from '../../scenarios/testing/client.ts'
import { LineSender } from '../../scenarios/testing/line-sender.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { until } from '../../scenarios/testing/until.ts'
import type { Trigger } from '../../src/schema/triggers/trigger.ts'
import type { TriggerDryRun } from '../../src/schema/triggers/trigger-dry-run.ts'
import { table, whole } from '../figures.ts'
import { days } from '../filled.ts'
import { drafts } from './drafts.ts'
import { weekOfLines } from './week.ts'

const daySeconds = 86_400
const alignedSeconds = 3_600
const timeoutMs = 300_000
const storedSeconds = 1_800
/** The longest time by which the clock lags behind the events. */
const lateSeconds = 60
/** After a start, absences are not reported for this long. */
const graceMs = 5 * 60_000
/** Until states that wait for a time have been checked: late events are given a minute. */
const settleMs = 2 * 60_000 + 10_000

/**
 * Triggers that are on before the first of these events, which arrive over syslog TCP in order of time.
 * Compares each trigger's own counts with the counts of its dry run over the same events.
 */
export async function benchLiveCounts(events: number): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-bench-clock-'))
  const clock = path.join(folder, 'behind')
  // Dry runs leave out a partial period at the beginning.
  const to = Math.floor((Date.now() / 1_000 - lateSeconds) / alignedSeconds) * alignedSeconds
  const from = to - days * daySeconds
  writeFileSync(clock, String(days * daySeconds + 2 * alignedSeconds))
  const preloaded = fileURLToPath(new URL('../clock.ts', import.meta.url))
  let millrace: Millrace | undefined
  try {
    millrace = await Millrace.start({ NODE_OPTIONS: `--import=${preloaded}`, BENCH_CLOCK: clock })
    const { client } = millrace
    await createTriggers(client)
    await millrace.stop()
    writeFileSync(clock, '0')
    await millrace.restart()
    const restarted = performance.now()
    const seconds = await sendWeek(millrace, events, from, to)
    console.log(`${whole(events)} events stored after ${seconds.toFixed(0)} s`)
    await setTimeout(Math.max(0, restarted + graceMs - performance.now()) + settleMs)
    return await compare(client, events, seconds, from)
  } finally {
    await millrace?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates the triggers; each of them is waiting from now on. */
async function createTriggers(client: Client): Promise<void> {
  const triggers = drafts.map(([name, { filter, condition }]) => ({
    ...{ name, filter, issue_notification: false },
    ...(condition && { condition }),
  }))
  const answer = await client.post('/api/triggers/import', triggers)
  if (answer.status !== 201)
    throw new Error(`The triggers were answered ${answer.status}: ${await answer.text()}`)
  await until('triggers in force', async () => {
    const costs = await (await client.get('/api/triggers-costs')).json()
    // A list, which the API tests check.
    return (costs as unknown[]).length >= drafts.length
  })
  // Triggers on absences start within a second.
  await setTimeout(2_000)
}

/** Returns the seconds until everything is stored. */
async function sendWeek(millrace: Millrace, events: number, from: number, to: number): Promise<number> {
  const begun = performance.now()
  const sender = await LineSender.connect(millrace.address('syslog_rfc5424'))
  for (const lines of weekOfLines(events, from, to)) {
    if (!(await sender.send(lines))) throw new Error('Millrace has closed the connection')
  }
  await sender.end()
  await until(
    'all events',
    async () => {
      await setTimeout(500)
      const now = Math.ceil(Date.now() / 1_000)
      const time_range = { ts_from: now - 10 * daySeconds, ts_to: now, step: daySeconds }
      const { results } = await millrace.client.query('EventRate', { time_range })
      // The results of an EventRate.
      return (results as { totals: { sum: number } }).totals.sum >= events
    },
    storedSeconds,
  )
  return (performance.now() - begun) / 1_000
}

async function compare(client: Client, events: number, seconds: number, from: number): Promise<string> {
  const answer = await client.get('/api/triggers?page_size=100')
  const ts_to = Math.floor(Date.now() / 1_000) - lateSeconds
  // The shape of this route, which the API tests check.
  const { objects } = (await answer.json()) as { objects: Trigger[] }
  const rows: string[][] = []
  const different: string[] = []
  for (const { id, name, hits_count, fires_count } of objects) {
    const { matches, fires, took_ms } = await dryRun(client, id, { ts_from: from, ts_to })
    if (matches !== hits_count || fires !== fires_count) different.push(name)
    rows.push([
      name,
      ...[hits_count, matches, fires_count, fires].map(count => whole(count ?? 0)),
      (took_ms / 1_000).toFixed(2),
    ])
    console.log(rows.at(-1)?.join(' | '))
  }
  const verdict = different.length === 0 ? 'All counts are equal.' : `Different: ${different.join('; ')}.`
  return [
    `${whole(events)} events of ${days} days, sent over syslog TCP in order of time while ${drafts.length} triggers were in force, all stored after ${seconds.toFixed(0)} s (${whole(events / seconds)}/s); then what each trigger has counted against its dry run. ${verdict}`,
    table([['trigger', 'matches live', 'matches dry', 'fires live', 'fires dry', 'dry run s'], ...rows]),
  ].join('\n\n')
}

async function dryRun(
  client: Client,
  trigger_id: number,
  time_range: { ts_from: number; ts_to: number },
): Promise<TriggerDryRun> {
  const answer = await fetch(`${client.url}/api/triggers/dry-run`, {
    method: 'POST',
    headers: { ...client.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ trigger_id, time_range }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (answer.status !== 200) throw new Error(`${trigger_id}: ${answer.status} ${await answer.text()}`)
  // The response matches its schema.
  return (await answer.json()) as TriggerDryRun
}
