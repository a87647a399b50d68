import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { MailSink } from '../../mail/testing/mail-sink.ts'
import { Fault } from '../../schema/fault.ts'
import type { ShortReport } from '../../schema/reports/report.ts'
import { openLog } from '../../telemetry/log.ts'
import { eventually } from '../../testing/until.ts'
import type { Author } from '../files/author.ts'
import type { ReportsOptions, RunningReports } from '../open-reports.ts'
import { openTestReports, type TestReports } from '../testing/open-testing.ts'

const query = {
  type: 'TopN',
  params: { field: 'host', time_range: { ts_from: 1_780_000_000, ts_to: 1_780_003_600 } },
}
const body = {
  format: 'json' as const,
  title: 'Größte Sender',
  query,
  emails: ['ann@example.com', 'bob@example.com'],
}

let opened: TestReports
let ann: Author
let sink: MailSink
let port: number
let logged: string[]
beforeEach(async () => {
  opened = await openTestReports()
  ann = await opened.person('ann')
  sink = new MailSink('p@ss word')
  port = await sink.open()
  logged = []
  onTestFinished(() => sink.close())
})

function open(mail: Partial<ReportsOptions['mail']> = {}): Promise<RunningReports> {
  const url = `smtp://mailer:p%40ss%20word@127.0.0.1:${port}`
  return opened.open({
    mail: { url, from: 'Logs <logs@example.com>', maxAttachmentBytes: 1_000, domains: [], ...mail },
    log: openLog('debug', { write: line => void logged.push(line) }),
  })
}
async function mailed(reports: RunningReports, more: object = {}): Promise<ShortReport> {
  const { id } = await reports.service.create(ann, { ...body, ...more })
  await reports.idle()
  return reports.service.get(ann, id)
}
/** The decoded text of a mail. */
function textOf(source: string): string {
  const [, encoding] = /Content-Transfer-Encoding: (\S+)/i.exec(source) ?? []
  const text = encoding === 'quoted-printable' ? source.replace(/=\r\n/g, '').replace(/=3D/g, '=') : source
  return text.replaceAll('\r\n', '\n')
}

test('a report is mailed as an attachment', async () => {
  const reports = await open()
  const report = await mailed(reports)
  expect(report.mail).toEqual({ status: 'sent', emails: body.emails, tries: 1, error: null })
  expect(sink.received).toMatchObject([{ from: 'logs@example.com', to: body.emails, user: 'mailer' }])
  const [{ source = '' } = {}] = sink.received
  expect(source).toMatch(/^From: Logs <logs@example.com>$/m)
  expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(source).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(source).toMatch(/^Message-ID: <report-1-\d+@test-host>$/m)
  expect(source).toContain('Content-Disposition: attachment')
  const [, encoded = ''] =
    /Content-Disposition: attachment(?:.|\r\n(?!\r\n))*\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(source) ?? []
  const file = Buffer.from(encoded, 'base64').toString()
  expect(JSON.parse(file)[0][0]).toBe('Größte Sender')
  expect(file.length).toBeGreaterThan(10)
  expect(textOf(source)).toContain('Time range:  2026-05-28 20:26:40 to 2026-05-28 21:26:40 (UTC)')
})

test('one that is too large, or wanted so, is a link', async () => {
  const reports = await open({ maxAttachmentBytes: 1, publicUrl: 'https://logs.example.com' })
  await mailed(reports)
  await mailed(reports, { deliver: 'link' })
  const [large = '', wanted = ''] = sink.received.map(({ source }) => textOf(source))
  for (const text of [large, wanted]) expect(text).not.toContain('Content-Disposition: attachment')
  expect(large).toContain(
    'too large for an attachment. Sign in to see it: https://logs.example.com/api/reports/1/file',
  )
  expect(wanted).toContain('Sign in to see it: https://logs.example.com/api/reports/2/file')
  expect(wanted).not.toContain('too large')
})

test('of one that failed the mail says why', async () => {
  opened.source.failing.set('TopN', new Fault('query_timeout'))
  await mailed(await open())
  const [{ source = '' } = {}] = sink.received
  expect(source).not.toContain('Content-Disposition: attachment')
  expect(textOf(source)).toContain('Reason:      The query took longer than allowed and was ended.')
})

test('a server that is not there is tried again a few times, then it is reported', async () => {
  const reports = await open()
  await sink.close()
  const states = [(await mailed(reports)).mail]
  for (const pause of [60, 300, 1_800]) {
    opened.clock.seconds += pause - 1
    await reports.tick()
    await reports.idle()
    opened.clock.seconds += 1
    await reports.tick()
    await reports.idle()
    states.push((await reports.service.get(ann, 1)).mail)
  }
  expect(states.map(mail => [mail?.status, mail?.tries])).toEqual([
    ['waiting', 1],
    ['waiting', 2],
    ['waiting', 3],
    ['failed', 4],
  ])
  expect(states[3]?.error).toMatch(/ECONNREFUSED/)
  expect(await reports.service.get(ann, 1)).toMatchObject({ status: 'SUCCESS' })
})

test('mail that a server refused for a while is sent later, once', async () => {
  const reports = await open()
  sink.refusals.push('try again later')
  const first = await mailed(reports)
  expect(first.mail).toMatchObject({ status: 'waiting', tries: 1 })
  expect(first.mail?.error).toContain('try again later')
  opened.clock.seconds += 60
  await reports.tick()
  await reports.idle()
  expect((await reports.service.get(ann, 1)).mail).toMatchObject({ status: 'sent', tries: 2, error: null })
  await reports.tick()
  await reports.idle()
  expect(sink.received).toHaveLength(1)
})

test('mail that was refused while the clock was ahead is sent when the clock is right again', async () => {
  const right = opened.clock.seconds
  opened.clock.seconds += 365 * 86_400
  const reports = await open()
  sink.refusals.push('try again later')
  expect((await mailed(reports)).mail).toMatchObject({ status: 'waiting', tries: 1 })
  opened.clock.seconds = right
  await reports.tick()
  await reports.idle()
  expect((await reports.service.get(ann, 1)).mail).toMatchObject({ status: 'sent', tries: 2, error: null })
  expect(sink.received).toHaveLength(1)
})

test('a refused recipient is reported beside the recipients who got it', async () => {
  sink.unknownRecipients.add('bob@example.com')
  expect((await mailed(await open())).mail).toEqual({
    status: 'sent',
    emails: body.emails,
    tries: 1,
    error: 'Refused by the server: bob@example.com',
  })
})

test('no secret is reported, whatever the server says', async () => {
  const report = await mailed(await open({ url: `smtp://mailer:wrong%20secret@127.0.0.1:${port}` }))
  expect(report.mail?.error).toContain('[redacted]')
  const told = JSON.stringify([report, logged])
  expect(told).toContain('could not be sent')
  for (const secret of ['wrong secret', 'wrong%20secret']) expect(told).not.toContain(secret)
  expect(sink.received).toEqual([])
})

test('a mail that the end of the service cuts off is sent by the next', async () => {
  const held = Promise.withResolvers<void>()
  sink.hold = held.promise
  const reports = await open({ closeTimeoutMs: 1 })
  await reports.service.create(ann, body)
  await sink.holding
  await reports.close()
  const next = await open()
  // Until then it may still be in transit.
  opened.clock.seconds += 181
  sink.hold = undefined
  await next.tick()
  await next.idle()
  expect((await next.service.get(ann, 1)).mail).toMatchObject({ status: 'sent', tries: 2 })
  held.resolve()
  await until(() => sink.received.length === 2)
  const ids = sink.received.map(({ source }) => /^Message-ID: (.*)$/m.exec(source)?.[1])
  expect(ids[0]).toBe(ids[1])
})

test('a mail whose server takes long is not sent by another process meanwhile', async () => {
  const held = Promise.withResolvers<void>()
  sink.hold = held.promise
  const reports = await open({ renewIntervalMs: 1 })
  await reports.service.create(ann, body)
  await sink.holding
  const { db, reports: stored } = opened.metadata
  const claimedUntil = async () =>
    (await db.selectFrom('reports').select('mail_at').executeTakeFirstOrThrow()).mail_at
  for (let minutes = 0; minutes < 6; minutes += 2) {
    opened.clock.seconds += 120
    while ((await claimedUntil()) !== opened.clock.now() + 180_000_000) await new Promise(setImmediate)
    expect(await stored.mail.claim()).toBeUndefined()
  }
  held.resolve()
  await reports.idle()
  expect((await reports.service.get(ann, 1)).mail).toMatchObject({ status: 'sent', tries: 1 })
})

const until = (there: () => boolean) => eventually(there).toBe(true)

describe('only addresses of users and of allowed domains', () => {
  const emails = ['ann@example.com', 'eve@elsewhere.test', 'Bob@Home.test']
  beforeEach(async () => {
    await opened.metadata.users.create({ username: 'bob', email: 'bob@home.test' })
    await opened.metadata.users.create({ username: 'gone', email: 'gone@left.test', is_active: false })
  })

  test('are taken', async () => {
    const reports = await open({ domains: ['example.com'] })
    const refused = {
      code: 'validation',
      fields: { emails: [expect.stringContaining('eve@elsewhere.test')] },
    }
    await expect(reports.service.create(ann, { ...body, emails })).rejects.toMatchObject(refused)
    await expect(reports.service.create(ann, { ...body, emails: ['gone@left.test'] })).rejects.toThrow()
    await expect(reports.service.create(ann, { ...body, emails: ['a@sub.example.com'] })).rejects.toThrow()
    const taken = ['ANN@Example.COM', 'Bob@Home.test']
    expect((await mailed(reports, { emails: taken })).mail).toMatchObject({ status: 'sent', emails: taken })
  })

  test('are mailed to, also for orders from before', async () => {
    const before = await open()
    const schedule = await before.service.createSchedule(ann, {
      ...body,
      emails,
      schedule_type: 'c',
      schedule: { cron: { minute: '0' } },
    })
    await before.close()
    const reports = await open({ domains: ['example.com'] })
    const { id } = await reports.service.run(ann, schedule.id)
    await reports.idle()
    expect((await reports.service.get(ann, id)).mail).toMatchObject({
      status: 'sent',
      error: 'Not allowed by MILLRACE_MAIL_DOMAINS: eve@elsewhere.test',
    })
    expect(sink.received).toMatchObject([{ to: ['ann@example.com', 'Bob@home.test'] }])
    // Members unrelated to mail can still be changed.
    await reports.service.updateSchedule(ann, schedule.id, { title: 'Other' })
    await reports.close()
    const closed = await open({ domains: ['nowhere.test'] })
    await opened.metadata.db.deleteFrom('users').where('username', '=', 'bob').execute()
    const last = await closed.service.run(ann, schedule.id)
    await closed.idle()
    expect((await closed.service.get(ann, last.id)).mail).toMatchObject({ status: 'failed' })
    expect(sink.received).toHaveLength(1)
  })
})
