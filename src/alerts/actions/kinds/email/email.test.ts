import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openMailer } from '../../../../mail/mailer.ts'
import { MailSink } from '../../../../mail/testing/mail-sink.ts'
import { openTemporaryMetadata } from '../../../../metadata/testing/temporary.ts'
import { hostileValues, testContext } from '../../testing/test-context.ts'
import { type EmailAction, type EmailDeps, emailRunner, type MailUsers } from './email.ts'

let sink: MailSink
let port: number
beforeEach(async () => {
  sink = new MailSink()
  port = await sink.open()
  onTestFinished(() => sink.close())
})

const addresses = new Map([
  [1, 'ann@example.com'],
  [2, 'bob@home.test'],
])

function run(action: Partial<EmailAction> = {}, context = testContext(), deps: Partial<EmailDeps> = {}) {
  const mailer = openMailer(`smtp://127.0.0.1:${port}`, 'Logs <logs@example.com>')
  const known = [...addresses.values()]
  const users = {
    findUserAddresses: async (emails: readonly string[]) =>
      new Set(emails.map(email => email.toLowerCase()).filter(email => known.includes(email))),
    findAddressesOf: async (ids: readonly number[]) =>
      new Map([...addresses].filter(([id]) => ids.includes(id))),
  }
  const email = emailRunner({ mailer, users, domains: [], host: 'test-host', ...deps })
  return email({ kind: 'email', template: '', to: [], ...action }, context, new AbortController().signal)
}

/** Header lines of a mail, unfolded, by name in lower case. */
function headersOf(source = ''): Record<string, string> {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
}
const headerNames = [
  ...['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from'],
  ...['message-id', 'mime-version', 'subject', 'to'],
]

test('a trigger without a template mails its owner', async () => {
  expect(await run()).toEqual({ status: 'done', detail: 'Sent to ann@example.com.', retry: false })
  const [mail] = sink.received
  expect(mail).toMatchObject({ from: 'logs@example.com', to: ['ann@example.com'] })
  expect(headersOf(mail?.source)).toMatchObject({
    subject: '[Millrace] Denied connections: fw-1',
    to: 'ann@example.com',
    'message-id': '<action-7-1001-3@test-host>',
    'auto-submitted': 'auto-generated',
  })
  expect(mail?.source).toContain('Deny tcp src outside:192.0.2.7/4242')
})

test('a mail goes to users, addresses, and the recipients of its template', async () => {
  const template =
    'Subject: Look at {{event:host}}\nTo: ops@example.com\nCc: boss@example.com, ANN@example.com\n\nHello'
  const result = await run({ template, to: [2, 'OPS@example.com', 'eve@example.com', 99] })
  expect(result.status).toBe('done')
  const [mail] = sink.received
  expect(mail?.to).toEqual([
    'bob@home.test',
    'ops@example.com',
    'eve@example.com',
    'boss@example.com',
    'ANN@example.com',
  ])
  expect(headersOf(mail?.source)).toMatchObject({
    subject: 'Look at fw-1',
    to: 'bob@home.test, ops@example.com, eve@example.com',
    cc: 'boss@example.com, ANN@example.com',
  })
})

test('mails leave allowed domains for addresses of users only', async () => {
  const domains = ['example.com']
  expect(
    await run({ to: ['x@example.com', 'x@evil.example', 'bob@home.test'] }, testContext(), { domains }),
  ).toEqual({
    status: 'done',
    detail: 'Sent to x@example.com, bob@home.test. Not allowed by MILLRACE_MAIL_DOMAINS: x@evil.example.',
    retry: false,
  })
  expect(sink.received[0]?.to).toEqual(['x@example.com', 'bob@home.test'])
  expect(
    await run({ template: 'Cc: x@evil.example\n\nx', to: ['y@evil.example'] }, testContext(), { domains }),
  ).toEqual({
    status: 'refused',
    detail: 'Not allowed by MILLRACE_MAIL_DOMAINS: y@evil.example, x@evil.example.',
    retry: false,
  })
  expect(sink.received).toHaveLength(1)
})

test('an invalid address keeps no mail from the others', async () => {
  expect(await run({ to: ['x y@example.com', 'x@example.com'] })).toEqual({
    status: 'done',
    detail: 'Sent to x@example.com. No addresses: x y@example.com.',
    retry: false,
  })
  expect(sink.received[0]?.to).toEqual(['x@example.com'])
})

test('no value adds a header, a recipient or a command', async () => {
  const template = 'Subject: {{event:host}} {{event:message}}\n\n{{event:message}}\n.\n{{event:host}}'
  for (const value of hostileValues) {
    sink.received.length = 0
    expect(await run({ template }, testContext({ host: value, message: value }))).toMatchObject({
      status: 'done',
    })
    expect(sink.received).toHaveLength(1)
    const [mail] = sink.received
    expect(mail).toMatchObject({ from: 'logs@example.com', to: ['ann@example.com'] })
    expect(Object.keys(headersOf(mail?.source)).sort()).toEqual(headerNames)
    expect(headersOf(mail?.source).to).toBe('ann@example.com')
  }
})

test('a mail without a recipient, a server or a good template is refused', async () => {
  const orphan = testContext()
  orphan.trigger = { ...orphan.trigger, owner: { id: 9, username: 'eve', email: '' } }
  const refusals: [result: ReturnType<typeof run>, detail: string][] = [
    [run({}, orphan), 'No recipient: the user eve has no address.'],
    [run({ to: [99] }), 'No recipient: none of the chosen users is active and has an address.'],
    [
      run({}, testContext(), { mailer: undefined }),
      'This service sends no mail: MILLRACE_SMTP_URL is not set.',
    ],
    [run({ template: 'Bcc: eve@evil.example\n\nx' }), 'The header Bcc cannot be set'],
    [run({ to: Array.from({ length: 51 }, (_, at) => `a${at}@example.com`) }), 'at most 50 recipients'],
    [run({ to: ['a@example.com>\r\nRCPT TO:<eve@evil.example'] }), 'No addresses: a@example.com>'],
  ]
  for (const [result, detail] of refusals) {
    expect(await result).toMatchObject({
      status: 'refused',
      retry: false,
      detail: expect.stringContaining(detail),
    })
  }
  expect(sink.received).toEqual([])
})

test('a server that cannot take a mail now is tried again, one that refuses it is not', async () => {
  sink.refusals.push('try again later')
  const refusal = await run()
  expect(refusal.status).toBe('failed')
  expect(refusal.detail).toContain('try again later')
  sink.unknownRecipients.add('ann@example.com')
  expect(await run()).toMatchObject({ status: 'failed', retry: false })
  expect(await run({ to: ['ann@example.com', 'bob@home.test'] })).toMatchObject({
    status: 'done',
    detail: 'Sent to bob@home.test. Refused by the server: ann@example.com.',
  })
  await sink.close()
  expect(await run()).toMatchObject({
    status: 'failed',
    retry: true,
    detail: expect.stringContaining('ECONNREFUSED'),
  })
})

test('addresses of users are read from the metadata', async () => {
  const { metadata } = await openTemporaryMetadata()
  const ann = await metadata.users.create({ username: 'ann', email: 'Ann@example.com' })
  const bob = await metadata.users.create({ username: 'bob' })
  const gone = await metadata.users.create({ username: 'gone', email: 'gone@example.com', is_active: false })
  const users: MailUsers = metadata.reports
  expect(await users.findAddressesOf([ann.id, bob.id, gone.id, 99])).toEqual(
    new Map([[ann.id, 'Ann@example.com']]),
  )
  const context = testContext()
  context.trigger = { ...context.trigger, owner: { ...context.trigger.owner, id: ann.id } }
  expect(await run({}, context, { users, domains: ['elsewhere.test'] })).toMatchObject({
    detail: 'Sent to Ann@example.com.',
  })
})

test('an attempt that is cut short does not wait for the server', async () => {
  const held = Promise.withResolvers<void>()
  sink.hold = held.promise
  const ended = new AbortController()
  const mailer = openMailer(`smtp://127.0.0.1:${port}`, 'logs@example.com')
  const users = { findUserAddresses: async () => new Set<string>(), findAddressesOf: async () => addresses }
  const email = emailRunner({ mailer, users, domains: [], host: 'h' })
  const running = email({ kind: 'email', template: '', to: [] }, testContext(), ended.signal)
  await sink.holding
  ended.abort()
  expect(await running).toMatchObject({ status: 'failed', retry: true })
  held.resolve()
})
