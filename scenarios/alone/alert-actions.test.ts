import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpSink } from '../../src/alerts/actions/testing/http-sink.ts'
import { MailSink } from '../../src/mail/testing/mail-sink.ts'
import type { ActionRun } from '../../src/schema/triggers/action-run.ts'
import type { Trigger } from '../../src/schema/triggers/trigger.ts'
import { isIdleMachine } from '../testing/idle-machine.ts'
import { LineSender } from '../testing/line-sender.ts'
import { Millrace } from '../testing/millrace.ts'
import { until } from '../testing/until.ts'

/** 100,000 matches a minute; STORM_SECONDS=60 for the whole minute. */
const stormRate = 1_667
const stormSeconds = Number(process.env.STORM_SECONDS ?? 6)
/** Seconds, longer than any run: everything due in the meantime is one more action. */
const period = 86_400
/** Events per second beside the events whose webhooks are timed; FLOOD_SECONDS=60 for longer. */
const floodRate = 10_000
const floodSeconds = Number(process.env.FLOOD_SECONDS ?? 6)
const probesPerSecond = 25
/** Twice what docs/triggers-actions.md promises. */
const maxLatencyMs = 4_000
const pieces = 20

const mails = new MailSink()
const dataDir = mkdtempSync(path.join(tmpdir(), 'millrace-actions-'))
const scriptLog = path.join(dataDir, 'script.log')
let millrace: Millrace

beforeAll(async () => {
  const scripts = path.join(dataDir, 'scripts')
  mkdirSync(scripts)
  writeFileSync(path.join(scripts, 'count.sh'), `#!/bin/sh\necho "$MATCHES_COUNT" >> ${scriptLog}\n`)
  chmodSync(path.join(scripts, 'count.sh'), 0o755)
  millrace = await Millrace.start({
    MILLRACE_DATA_DIR: dataDir,
    MILLRACE_SMTP_URL: `smtp://127.0.0.1:${await mails.open()}`,
    MILLRACE_WEBHOOK_ALLOW: '127.0.0.1',
  })
})
afterAll(async () => {
  await millrace.remove()
  await mails.close()
})

async function create(draft: Record<string, unknown>): Promise<number> {
  const answer = await millrace.client.post('/api/triggers', draft)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as Trigger).id
}

/** The history of a trigger, newest first. */
async function history(trigger: number): Promise<ActionRun[]> {
  const answer = await millrace.client.get(`/api/actions?trigger=${trigger}&page_size=1000`)
  return ((await answer.json()) as { objects: ActionRun[] }).objects
}

/** Sends lines at a rate for some seconds; returns how many. */
async function sendAt(perSecond: number, seconds: number, line: (number: number) => string): Promise<number> {
  const sender = await LineSender.connect(millrace.address('syslog_tcp'))
  const since = performance.now()
  let sent = 0
  for (let piece = 1; piece <= seconds * pieces; piece++) {
    let text = ''
    for (; sent < (perSecond * piece) / pieces; sent++) text += `${line(sent)}\n`
    await sender.send(text)
    await setTimeout(Math.max(0, since + (piece * 1_000) / pieces - performance.now()))
  }
  await sender.end()
  return sent
}

const syslog = (program: string, message: string) =>
  `<134>1 ${new Date().toISOString()} storm-1 ${program} - - - ${message}`

test(`${stormRate * stormSeconds} matches in ${stormSeconds} s send one action of each kind, and the rest waits in one more`, {
  timeout: 240_000,
}, async () => {
  const sink = await openHttpSink()
  const id = await create({
    name: 'Storm',
    filter: [{ field: 'program', value: 'storm' }],
    send_webhook: true,
    send_webhook_method: 'POST',
    send_webhook_url: sink.url,
    send_webhook_format: 'generic',
    send_webhook_period: period,
    send_email: true,
    send_email_to: ['noc@example.com'],
    send_email_template: 'Subject: storm\n\n{{matches:count}} of them',
    send_email_period: period,
    exec_script: true,
    script_path: 'count.sh',
    exec_script_period: period,
  })
  const sent = await sendAt(stormRate, stormSeconds, number => syslog('storm', `gust ${number}`))
  const kinds = ['email', 'script', 'webhook'] as const
  const runs = await until('all matches in the history', async () => {
    const found = await history(id)
    const told = kinds.map(kind =>
      found.reduce((sum, run) => sum + (run.kind === kind ? (run.matches ?? 0) : 0), 0),
    )
    const isBegun = found.filter(({ status }) => status === 'done').length === kinds.length
    return isBegun && told.every(matches => matches >= sent) && found
  })
  // One action of each kind at once; actions that wait for their period are one that grows.
  const of = (kind: string) => runs.filter(run => run.kind === kind)
  for (const kind of kinds) {
    expect(
      of(kind)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['done', 'pending'])
    expect(of(kind).reduce((sum, { matches }) => sum + (matches ?? 0), 0)).toBe(sent)
  }
  const scripts = readFileSync(scriptLog, 'utf8').trim().split('\n')
  expect([sink.received.length, scripts.length, mails.received.length]).toEqual([1, 1, 1])
  const first = (kind: string) => of(kind).find(({ status }) => status === 'done')?.matches
  expect(JSON.parse(sink.received[0]?.body ?? '{}').matches.count).toBe(first('webhook'))
  expect(Number(scripts[0])).toBe(first('script'))
})

test(`webhooks are sent once each while ${floodRate} events a second come in that concern none`, {
  timeout: 240_000,
}, async () => {
  const arrived = new Map<string, number>()
  const sink = await openHttpSink((_request, response) => {
    const { key } = JSON.parse(sink.received.at(-1)?.body ?? '{}').matches
    arrived.set(key, performance.now())
    response.end()
  })
  await create({
    name: 'Probes',
    filter: [{ field: 'program', value: 'probe-*', op: 'eq' }],
    send_webhook: true,
    send_webhook_method: 'POST',
    send_webhook_url: sink.url,
    send_webhook_format: 'generic',
    send_webhook_period: 0,
    group_by: 'program',
  })
  const left = new Map<string, number>()
  let isFlooding = true
  const flooding = async () => {
    let sent = 0
    // Until the last webhook: none waits for a pause.
    while (isFlooding) sent += await sendAt(floodRate, 1, number => syslog('flood', `drop ${number}`))
    return sent
  }
  const flood = flooding()
  const probes = sendAt(probesPerSecond, floodSeconds, number => {
    left.set(`probe-${number}`, performance.now())
    return syslog(`probe-${number}`, 'are you there')
  })
  await probes
  await until('all webhooks', () => arrived.size === left.size)
  isFlooding = false
  const flooded = await flood
  expect(sink.received).toHaveLength(left.size)
  const latencies = [...left].map(([key, at]) => (arrived.get(key) ?? Number.POSITIVE_INFINITY) - at)
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.ceil(latencies.length * share) - 1] ?? Number.NaN
  console.log(
    `${latencies.length} webhooks beside ${flooded} events: p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, slowest ${at(1).toFixed(0)} ms`,
  )
  if (isIdleMachine) expect(at(0.99)).toBeLessThan(maxLatencyMs)
})

test('a waiting action outlives the end of the service, and is reported once', {
  timeout: 120_000,
}, async () => {
  let isDown = true
  const sink = await openHttpSink((_request, response) => void response.writeHead(isDown ? 503 : 200).end())
  const id = await create({
    name: 'Retried',
    filter: [{ field: 'program', value: 'retried' }],
    send_webhook: true,
    send_webhook_method: 'POST',
    send_webhook_url: sink.url,
    send_webhook_format: 'generic',
  })
  await sendAt(20, 0.05, () => syslog('retried', 'once'))
  const [waiting] = await until('a failed try', async () => {
    const runs = await history(id)
    return (runs[0]?.result ?? null) !== null && runs
  })
  expect(waiting).toMatchObject({
    status: 'pending',
    error: { code: 'action_failed' },
    result: 'Answered with 503.',
  })
  expect((waiting?.next_at ?? 0) - (waiting?.created_at ?? 0)).toBeGreaterThanOrEqual(60)
  await millrace.stop()
  await millrace.restart()
  expect(await history(id)).toMatchObject([{ id: waiting?.id, status: 'pending', next_at: waiting?.next_at }])
  isDown = false
  // By hand, instead of waiting a minute for the second try.
  expect((await millrace.client.post('/api/actions/retry', { ids: [waiting?.id] })).status).toBe(200)
  await until('the second try', async () => (await history(id))[0]?.status === 'done')
  expect(new Set(sink.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(sink.received).toHaveLength(2)
})
