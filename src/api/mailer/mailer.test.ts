import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailer, openMailer } from '../../mail/mailer.ts'
import { MailSink } from '../../mail/testing/mail-sink.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const sink = new MailSink()
let mailer: Mailer
let server: TestServer
let silent: TestServer

beforeAll(async () => {
  mailer = openMailer(`smtp://127.0.0.1:${await sink.open()}`, 'Logs <logs@example.com>')
  server = await testServer({ mailer, mailDomains: ['example.com'] })
  silent = await testServer()
  await server.people.metadata.users.update(2, { email: 'Ann@home.test' })
})
afterAll(async () => {
  await server.app.close()
  await silent.app.close()
  mailer.close()
  await sink.close()
})

async function send(payload: object, at = server) {
  const headers = tokenHeaders('user-admin')
  const answer = await at.app.inject({ method: 'POST', url: '/api/mailer', headers, payload })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}
const mail = { mail_to: 'noc@example.com', subject: 'Größe', body: 'Disk full' }

test('a mail is sent as it is, to addresses of users and of allowed domains', async () => {
  const { status, body } = await send({ ...mail, mail_to: 'noc@example.com, ann@home.test,noc@example.com' })
  expect([status, body]).toEqual([200, { sent: ['noc@example.com', 'ann@home.test'], refused: [] }])
  const { to = [], from = '', source = '' } = sink.received.at(-1) ?? {}
  expect([from, to]).toEqual(['logs@example.com', ['noc@example.com', 'ann@home.test']])
  expect(source).toMatch(/^Subject: =\?UTF-8\?Q\?Gr=C3=B6=C3=9Fe\?=$/m)
  expect(source).toContain('Content-Type: text/plain')
  expect(source).toContain('Disk full')
  const { objects } = await server.people.metadata.audit.list({}, { offset: 0, limit: 1 })
  expect(objects).toMatchObject([{ action: 'send', object: 'mail', result: 'ok', username: 'admin' }])
})

test('HTML is sent as HTML, a list of addresses is taken', async () => {
  await send({ ...mail, mail_to: ['noc@example.com'], body: '<b>full</b>', is_html: true })
  const { source = '' } = sink.received.at(-1) ?? {}
  expect(source).toContain('Content-Type: text/html')
  expect(source).toContain('<b>full</b>')
})

test('an address that the mail server does not take is reported', async () => {
  sink.unknownRecipients.add('gone@example.com')
  const some = await send({ ...mail, mail_to: 'gone@example.com,noc@example.com' })
  expect(some.body).toEqual({ sent: ['noc@example.com'], refused: ['gone@example.com'] })
  const none = await send({ ...mail, mail_to: 'gone@example.com' })
  expect([none.status, none.body.mail_to]).toEqual([
    400,
    [expect.stringContaining('The mail server refused it')],
  ])
})

const hostile: [about: string, change: object, member: string][] = [
  ['another domain', { mail_to: 'eve@elsewhere.test' }, 'mail_to'],
  ['a subdomain', { mail_to: 'eve@a.example.com' }, 'mail_to'],
  ['one of several', { mail_to: 'noc@example.com,eve@elsewhere.test' }, 'mail_to'],
  ['a header in the subject', { subject: 'x\r\nBcc: eve@elsewhere.test' }, 'subject'],
  ['a line break in the subject', { subject: 'x\ny' }, 'subject'],
  ['a header in an address', { mail_to: 'noc@example.com\r\nBcc: eve@elsewhere.test' }, 'mail_to'],
  ['a name with an address', { mail_to: 'Eve <eve@elsewhere.test> noc@example.com' }, 'mail_to'],
  ['a group of addresses', { mail_to: 'all:eve@elsewhere.test;@example.com' }, 'mail_to'],
  ['a quoted address', { mail_to: '"eve@elsewhere.test"@example.com' }, 'mail_to'],
  ['a command of SMTP', { mail_to: 'noc@example.com>\r\nRCPT TO:<eve@elsewhere.test' }, 'mail_to'],
  ['NUL', { mail_to: 'noc@example.com\0@elsewhere.test' }, 'mail_to'],
  ['no address', { mail_to: 'noc' }, 'mail_to'],
  ['an empty one', { mail_to: 'noc@example.com,,' }, 'mail_to'],
  ['other headers', { headers: { Bcc: 'eve@elsewhere.test' } }, 'headers'],
  ['another sender', { from: 'boss@example.com' }, 'from'],
]
test.each(hostile)('%s is refused', async (_about, change, member) => {
  const before = sink.received.length
  const { status, body } = await send({ ...mail, ...change })
  expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining([member])])
  expect(sink.received).toHaveLength(before)
})

test('a body that speaks SMTP is a body', async () => {
  await send({ ...mail, body: 'x\r\n.\r\nMAIL FROM:<eve@elsewhere.test>\r\n' })
  const { source = '', to } = sink.received.at(-1) ?? {}
  expect([source.includes('MAIL FROM:<eve@elsewhere.test>'), to]).toEqual([true, ['noc@example.com']])
})

test('without domains, who may only use triggers writes to addresses of users, who manages them to all', async () => {
  const open = await testServer({ mailer, mailDomains: [] })
  const { groups, users } = open.people.metadata
  await users.update(2, { email: 'Ann@home.test' })
  await groups.create({ name: 'bots', permissions: ['triggers'], members: [2] })
  const by = async (user: 'user-ann' | 'user-admin', mail_to: string) => {
    const headers = tokenHeaders(user)
    const payload = { ...mail, mail_to }
    return (await open.app.inject({ method: 'POST', url: '/api/mailer', headers, payload })).statusCode
  }
  expect(await by('user-ann', 'eve@elsewhere.test')).toBe(400)
  expect(await by('user-ann', 'ann@home.test')).toBe(200)
  expect(await by('user-admin', 'eve@elsewhere.test')).toBe(200)
  await open.app.close()
})

test('a service without a mail server says so', async () => {
  const { status, body } = await send(mail, silent)
  expect([status, body.code]).toEqual([503, 'mail_unavailable'])
})

test('one user sends 30 mails a minute', async () => {
  let answer = await send(mail)
  for (let count = 0; count < 30 && answer.status === 200; count++) answer = await send(mail)
  expect([answer.status, answer.body.code]).toEqual([429, 'throttled'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})
