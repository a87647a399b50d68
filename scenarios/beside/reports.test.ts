import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MailSink } from '../../src/mail/testing/mail-sink.ts'
import type {
  NewReport,
  ReportSchedule,
  ReportScheduleDraft,
  ShortReport,
} from '../../src/schema/reports/report.ts'
import { Client, matching } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { until } from '../testing/until.ts'

const marker = 'repmark'
const batches = 12
const inBatch = 4_000
const count = batches * inBatch
const password = 'only the sink knows'
/** Time to make a schedule on a slow machine: one whose moment has passed is refused. */
const secondsAhead = 10

let millrace: Millrace
let client: Client
const sink = new MailSink(password)
beforeAll(async () => {
  const port = await sink.open()
  millrace = await Millrace.start({
    MILLRACE_SMTP_URL: `smtp://logs:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    MILLRACE_MAIL_FROM: 'Logs <logs@example.com>',
    MILLRACE_PUBLIC_URL: 'https://logs.example.com',
    MILLRACE_DEDUP_WINDOW: '0',
    MILLRACE_LOG_LEVEL: 'debug',
  })
  client = new Client(millrace)
  for (let batch = 0; batch < batches; batch++) {
    const events = Array.from({ length: inBatch }, (_, index) => ({
      message: `${marker} line ${batch * inBatch + index}`,
      host: `fw-${index % 7}`,
    }))
    expect(await client.send(events)).toBe(200)
  }
  await until('all events', async () => (await client.count(marker)).events === count)
})
afterAll(async () => {
  await millrace.remove()
  await sink.close()
})

const whole = { type: 'Search', params: { ...matching(marker), time_range: { preset: 'last_1_hours' } } }

async function made<Shape>(where: string, body: unknown, status: number): Promise<Shape> {
  const answer = await client.post(where, body)
  expect(answer.status, await answer.clone().text()).toBe(status)
  // The shape of this route, which the API tests check.
  return (await answer.json()) as Shape
}
const report = (body: NewReport) => made<ShortReport>('/api/reports', body, 202)
const schedule = (body: ReportScheduleDraft) => made<ReportSchedule>('/api/reports-schedules/', body, 201)

async function reportNow(id: number): Promise<ShortReport> {
  // As above.
  return (await (await client.get(`/api/reports/${id}`)).json()) as ShortReport
}
async function over(id: number): Promise<ShortReport> {
  return until(`the end of report ${id}`, async () => {
    const now = await reportNow(id)
    return now.status === 'SUCCESS' || now.status === 'FAILURE' ? now : undefined
  })
}
async function reportOf(scheduleId: number): Promise<ShortReport> {
  return until(`a report of schedule ${scheduleId}`, async () => {
    const answer = await client.get(`/api/reports?schedule_id=${scheduleId}`)
    // As above.
    const { objects } = (await answer.json()) as { objects: ShortReport[] }
    return objects[0]
  })
}
const mailsOf = (title: string) => sink.received.filter(({ source }) => source.includes(`Subject: ${title}`))

test('a scheduled report comes by mail, with every event of its window', async () => {
  const at = Math.floor(Date.now() / 1_000) + secondsAhead
  const { id } = await schedule({
    title: 'Every line',
    format: 'csv',
    query: whole,
    schedule_type: 't',
    schedule: { timestamp: at },
    emails: ['ann@example.com'],
  })
  const finished = await over((await reportOf(id)).id)
  expect(finished).toMatchObject({ status: 'SUCCESS', planned_at: at, schedule_id: id, error: null })
  const [mail] = await until('the mail', () =>
    mailsOf('Every line').length > 0 ? mailsOf('Every line') : undefined,
  )
  expect(mail).toMatchObject({ user: 'logs', to: ['ann@example.com'], from: 'logs@example.com' })
  expect(mail?.source).toContain('Content-Disposition: attachment')

  const file = await client.get(`/api/reports/${finished.id}/file`)
  const text = await file.text()
  expect(text.trimEnd().split('\n')).toHaveLength(count + 1)
  const part = await fetch(`${millrace.url}/api/reports/${finished.id}/file`, {
    headers: { ...client.headers, range: 'bytes=-20' },
  })
  expect([part.status, await part.text()]).toEqual([206, text.slice(-20)])
  // Another run over the same window gives the same data.
  const [first] = finished.parts ?? []
  const again = await report({
    format: 'csv',
    query: whole,
    time_range: { ts_from: first?.ts_from ?? 0, ts_to: first?.ts_to ?? 0 },
  })
  expect((await over(again.id)).data_hash).toBe(finished.data_hash)
  expect(millrace.output).not.toContain(password)
})

test('killed in the middle of a report, it is made and mailed once, and what was missed meanwhile too', async () => {
  const at = Math.floor(Date.now() / 1_000) + secondsAhead
  const missed = await schedule({
    title: 'Missed',
    format: 'json',
    query: { type: 'TopN', params: { field: 'host', time_range: { preset: 'last_1_hours' } } },
    schedule_type: 't',
    schedule: { timestamp: at },
    emails: ['ann@example.com'],
  })
  const { id } = await report({ format: 'xlsx', title: 'Cut', query: whole, emails: ['bob@example.com'] })
  const folder = path.join(millrace.dataDir, 'reports')
  await until('half a file', () => readdirSync(folder).includes(`${id}.xlsx.1.part`))
  await millrace.kill9()
  expect(readdirSync(folder)).toContain(`${id}.xlsx.1.part`)
  await until('the moment that is missed', () => Date.now() / 1_000 > at + 1)
  await millrace.restart()

  expect(await over(id)).toMatchObject({ status: 'SUCCESS', error: null })
  const late = await over((await reportOf(missed.id)).id)
  expect(late).toMatchObject({ status: 'SUCCESS', planned_at: at })
  // The hour before the report was requested, not before it was created.
  expect(late.parts?.[0]?.ts_to).toBeLessThanOrEqual(Math.ceil(at / 60) * 60)
  await until('both mails', () => mailsOf('Cut').length > 0 && mailsOf('Missed').length > 0)
  await until('that both are noted as sent', async () => {
    const both = await Promise.all([reportNow(id), reportNow(late.id)])
    return both.every(({ mail }) => mail?.status === 'sent')
  })
  expect([mailsOf('Cut').length, mailsOf('Missed').length]).toEqual([1, 1])
  const files = readdirSync(folder)
  expect(files.filter(name => name.endsWith('.part'))).toEqual([])
  const size = (await reportNow(id)).file_size
  const file = await client.get(`/api/reports/${id}/file`)
  expect((await file.arrayBuffer()).byteLength).toBe(size)
})
