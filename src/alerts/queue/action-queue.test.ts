import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { done } from '../actions/kinds/action.ts'
import { openHttpSink } from '../actions/testing/http-sink.ts'
import { testEvent } from '../actions/testing/test-context.ts'
import { openTestActions, type TestActions } from './testing/test-queue.ts'

let opened: TestActions
beforeEach(async () => {
  opened = await openTestActions()
})

/** A trigger that calls this URL. */
const calling = (url: string) => ({
  send_webhook: true,
  send_webhook_method: 'POST' as const,
  send_webhook_url: url,
})

const until = (isThere: () => boolean) => eventually(isThere).toBe(true)

test('everything that a trigger does is done, with its result in the history', async () => {
  const sink = await openHttpSink()
  opened.addScript('block.sh', 'echo "blocked $EVENT_HOST"')
  const id = await opened.trigger({
    ...calling(sink.url),
    send_email: true,
    exec_script: true,
    script_path: 'block.sh',
    add_note: true,
    note_text: 'seen on {{event:host}}',
    create_task: true,
  })
  const kinds = ['email', 'webhook', 'script', 'note', 'task'] as const
  const runs = await Promise.all(kinds.map(kind => opened.queue(id, kind, { matches: 3 })))
  const queue = await opened.open()
  await queue.idle()
  const results = await Promise.all(runs.map(run => opened.run(run)))
  expect(results.map(({ kind, status, result, output }) => [kind, status, result, output])).toEqual([
    ['email', 'done', 'Sent to ann@example.com.', null],
    ['webhook', 'done', 'Answered with 200.', 'ok'],
    ['script', 'done', 'Exit code 0.', 'blocked fw-1\n'],
    ['note', 'done', 'The note was added.', null],
    ['task', 'done', 'Task 1 was created.', null],
  ])
  expect(
    results.every(({ tries, runner, lease_until, due_at, error_code }) => {
      return tries === 1 && runner === null && lease_until === null && due_at === null && error_code === null
    }),
  ).toBe(true)
  expect(opened.mails.received.map(({ to }) => to)).toEqual([['ann@example.com']])
  const body = JSON.parse(sink.received[0]?.body ?? '')
  expect(body).toMatchObject({ matches: { count: 3 }, event: { host: 'fw-1' }, trigger: { name: 'Denied' } })
  expect(sink.received[0]?.headers['idempotency-key']).toBe(results[1]?.idempotency_key)
})

test('a failed action is tried after 1, 5 and 30 minutes with the same key, then it is dead', async () => {
  const sink = await openHttpSink((_request, response) => void response.writeHead(503).end('busy'))
  const run = await opened.queue(await opened.trigger(calling(sink.url)), 'webhook')
  const queue = await opened.open()
  const states = []
  for (const pause of [0, 60, 300, 1_800]) {
    if (pause > 0) {
      opened.clock.seconds += pause - 1
      queue.wake()
      await queue.idle()
      opened.clock.seconds += 1
      queue.wake()
    }
    await queue.idle()
    const { status, tries, error_code, result, output } = await opened.run(run)
    states.push([status, tries, error_code, result, output])
  }
  const failure = ['action_failed', 'Answered with 503.', 'busy']
  expect(states).toEqual([
    ['pending', 1, ...failure],
    ['pending', 2, ...failure],
    ['pending', 3, ...failure],
    ['dead', 4, ...failure],
  ])
  expect(new Set(sink.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(sink.received).toHaveLength(4)
  opened.clock.seconds += 90_000
  queue.wake()
  await queue.idle()
  expect(sink.received).toHaveLength(4)
  expect(opened.logged.join()).toContain('an action of a trigger could not be done')
})

test('jitter lengthens the delays of retries by up to a fifth', async () => {
  const sink = await openHttpSink((_request, response) => void response.writeHead(503).end())
  const run = await opened.queue(await opened.trigger(calling(sink.url)), 'webhook')
  const queue = await opened.open({ jitter: () => 0.5 })
  await queue.idle()
  expect((await opened.run(run)).due_at).toBe((opened.clock.seconds + 66) * 1_000_000)
})

test('an action that cannot work is not tried again', async () => {
  const gone = await openHttpSink((_request, response) => void response.writeHead(404).end())
  const off = await opened.trigger({})
  const deleted = await opened.trigger(calling(gone.url))
  const runs = [
    await opened.queue(await opened.trigger(calling(gone.url)), 'webhook'),
    await opened.queue(await opened.trigger(calling('http://10.0.0.1/')), 'webhook'),
    await opened.queue(off, 'email'),
    await opened.queue(deleted, 'webhook'),
  ]
  await opened.metadata.triggers.remove({ userId: opened.ann, managesTriggers: false }, deleted)
  const queue = await opened.open()
  await queue.idle()
  const ended = await Promise.all(runs.map(run => opened.run(run)))
  expect(ended.map(({ status, tries, error_code, result }) => [status, tries, error_code, result])).toEqual([
    ['failed', 1, 'action_failed', 'Answered with 404.'],
    [
      'failed',
      1,
      'action_refused',
      '10.0.0.1 is not a public address, and MILLRACE_WEBHOOK_ALLOW does not allow it.',
    ],
    ['failed', 1, 'action_refused', 'The trigger does not do this any more.'],
    ['failed', 1, 'action_refused', 'The trigger was deleted.'],
  ])
})

test('a trigger of an owner who may not use triggers any more does nothing', async () => {
  const sink = await openHttpSink()
  const run = await opened.queue(await opened.trigger(calling(sink.url)), 'webhook')
  await opened.metadata.users.update(opened.ann, { is_active: false })
  const queue = await opened.open()
  await queue.idle()
  expect((await opened.run(run)).result).toBe('The owner of the trigger, ann, may not use triggers.')
  expect(sink.received).toEqual([])
})

test('a period is held for each trigger, kind and key, across restarts, and not by what is tried again', async () => {
  const sink = await openHttpSink()
  const id = await opened.trigger({ ...calling(sink.url), send_webhook_period: 10, group_by: 'host' })
  const other = await opened.trigger({ ...calling(sink.url), name: 'Other', send_webhook_period: 10 })
  await opened.queue(id, 'webhook', { key: 'fw-1', idempotency_key: 'a' })
  await opened.queue(id, 'webhook', { key: 'fw-1', idempotency_key: 'b' })
  await opened.queue(id, 'webhook', { key: 'fw-2', idempotency_key: 'c' })
  await opened.queue(other, 'webhook', { idempotency_key: 'd' })
  await opened.queue(id, 'webhook', { key: 'fw-1', idempotency_key: 'e', tries: 1 })
  const sent = () => sink.received.map(({ headers }) => headers['idempotency-key']).sort()
  const first = await opened.open()
  await first.idle()
  expect(sent()).toEqual(['a', 'c', 'd', 'e'])
  await first.close()
  opened.clock.seconds += 9
  const second = await opened.open()
  await second.idle()
  expect(sent()).toHaveLength(4)
  opened.clock.seconds += 1
  second.wake()
  await second.idle()
  expect(sent()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('the next action is done at its time without being asked for', async () => {
  const sink = await openHttpSink()
  const now = Date.now()
  const { metadata, clock } = opened
  clock.seconds = now / 1_000
  const id = await opened.trigger(calling(sink.url))
  await opened.queue(id, 'webhook', { due_at: clock.now() + 20_000 })
  await opened.open()
  clock.seconds += 1
  await until(() => sink.received.length === 1)
  expect(metadata).toBeDefined()
})

test('a trigger whose receiver does not answer leaves room for others', async () => {
  const held = Promise.withResolvers<void>()
  const slow = await openHttpSink((_request, response) => void held.promise.then(() => response.end()))
  const quick = await openHttpSink()
  const stuck = await opened.trigger({ ...calling(slow.url), group_by: 'host' })
  const fine = await opened.trigger({ ...calling(quick.url), name: 'Fine' })
  for (let key = 0; key < 40; key++) await opened.queue(stuck, 'webhook', { key: `fw-${key}` })
  await opened.queue(fine, 'webhook')
  const queue = await opened.open()
  await until(() => quick.received.length === 1)
  await until(() => slow.received.length === 8)
  held.resolve()
  await queue.idle()
  expect(slow.received).toHaveLength(40)
})

test('actions cut short by the end of the service are done by the next start, and count as no attempt', async () => {
  const held = Promise.withResolvers<void>()
  const sink = await openHttpSink((_request, response) => void held.promise.then(() => response.end()))
  const run = await opened.queue(await opened.trigger(calling(sink.url)), 'webhook')
  const queue = await opened.open({ closeTimeoutMs: 1 })
  await until(() => sink.received.length === 1)
  await queue.close()
  const cutShort = await opened.run(run)
  // A claim that was on its way when the queue was closed gets it once more, and gives it back.
  expect(cutShort).toMatchObject({ status: 'pending', runner: null, retries_from: cutShort?.tries })
  held.resolve()
  const next = await opened.open()
  await next.idle()
  expect(await opened.run(run)).toMatchObject({ status: 'done', tries: Number(cutShort?.tries) + 1 })
  expect(new Set(sink.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a script that does not end when it is asked to does not hold up the end of the service', async () => {
  const ready = path.join(opened.folder, 'ready')
  opened.addScript('stubborn.sh', `trap "" TERM\ntouch ${ready}\nsleep 1000`)
  const id = await opened.trigger({ exec_script: true, script_path: 'stubborn.sh' })
  const run = await opened.queue(id, 'script')
  const queue = await opened.open({ closeTimeoutMs: 1 })
  await until(() => existsSync(ready))
  await queue.close()
  expect(await opened.run(run)).toMatchObject({ status: 'pending', tries: 1, retries_from: 1, runner: null })
})

test('actions put off by a clock that was ahead are done soon after it is set back', async () => {
  const sink = await openHttpSink()
  const id = await opened.trigger(calling(sink.url))
  const queue = await opened.open()
  const { clock } = opened
  const ahead = clock.now() + 86_400_000_000
  await opened.queue(id, 'webhook', { created_at: ahead, due_at: ahead })
  await queue.tick()
  await queue.idle()
  expect(sink.received).toHaveLength(1)
  await queue.close()
  clock.seconds += 60
  await opened.queue(id, 'webhook', { created_at: ahead, due_at: ahead })
  await (await opened.open()).idle()
  expect(sink.received).toHaveLength(2)
})

test('no webhook is sent without the secrets that the instance key does not open', async () => {
  const sink = await openHttpSink()
  const id = await opened.trigger({ ...calling(sink.url), send_webhook_headers: { 'X-Key': 'secret' } })
  await opened.metadata.db.updateTable('triggers').set({ sealed: 'v1.broken' }).execute()
  const run = await opened.queue(id, 'webhook')
  const queue = await opened.open()
  await queue.idle()
  expect(await opened.run(run)).toMatchObject({ status: 'failed', error_code: 'action_refused' })
  expect(sink.received).toEqual([])
})

test('actions of a killed service are done again, three times at most', async () => {
  const sink = await openHttpSink()
  const id = await opened.trigger({ ...calling(sink.url), send_webhook_period: 0 })
  const left = { status: 'running', due_at: null, runner: 'killed', lease_until: opened.clock.now() + 1 }
  const again = await opened.queue(id, 'webhook', { ...left, tries: 3 })
  const never = await opened.queue(id, 'webhook', { ...left, tries: 4 })
  const resent = await opened.queue(id, 'webhook', { ...left, tries: 5, retries_from: 4 })
  const queue = await opened.open()
  await queue.idle()
  expect(await opened.run(again)).toMatchObject({ status: 'done', tries: 4, error_code: null })
  expect(await opened.run(never)).toMatchObject({ status: 'dead', error_code: 'interrupted' })
  expect(await opened.run(resent)).toMatchObject({ status: 'done', tries: 6 })
})

test('a claim of another process is taken over when it is too old, not before', async () => {
  const sink = await openHttpSink()
  const id = await opened.trigger(calling(sink.url))
  const queue = await opened.open()
  const lease_until = opened.clock.now() + 1_000_000
  await opened.queue(id, 'webhook', {
    status: 'running',
    due_at: null,
    runner: 'other',
    lease_until,
    tries: 1,
  })
  await queue.tick()
  await queue.idle()
  expect(sink.received).toEqual([])
  opened.clock.seconds += 2
  await queue.tick()
  await queue.idle()
  expect(sink.received).toHaveLength(1)
})

test('an action that is being done here is done once, however far the clock is set ahead', async () => {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let times = 0
  const run = await opened.queue(await opened.trigger(calling('http://127.0.0.1/')), 'webhook')
  const queue = await opened.open({
    async run() {
      times++
      begun.resolve()
      await gate.promise
      return done('Done.')
    },
  })
  await begun.promise
  opened.clock.seconds += 3_600
  await queue.tick()
  await queue.tick()
  gate.resolve()
  await queue.idle()
  expect(times).toBe(1)
  expect(await opened.run(run)).toMatchObject({ status: 'done', tries: 1 })
})

test('ended actions are kept for their days, and the newest of too many', async () => {
  const id = await opened.trigger({})
  const old = opened.clock.now() - 31 * 86_400_000_000
  await opened.queue(id, 'webhook', { status: 'done', due_at: null, created_at: old })
  const waiting = await opened.queue(id, 'webhook', { status: 'pending', created_at: old, due_at: old * 2 })
  const kept = await opened.queue(id, 'webhook', { status: 'dead', due_at: null })
  const { actionRuns, db } = opened.metadata
  const left = async () =>
    (await db.selectFrom('action_runs').select('id').orderBy('id').execute()).map(row => row.id)
  await actionRuns.expire({ days: 30, rows: 100 })
  expect(await left()).toEqual([waiting, kept])
  const more = []
  for (let count = 0; count < 3; count++)
    more.push(await opened.queue(id, 'webhook', { status: 'done', due_at: null }))
  await actionRuns.expire({ days: 30, rows: 3 })
  expect(await left()).toEqual([waiting, ...more])
})

test('an action that is done keeps as much of a long event as the history shows', async () => {
  const id = await opened.trigger({ add_note: true, note_text: 'x' })
  const event = JSON.stringify(testEvent({ message: 'm'.repeat(60_000) }))
  const run = await opened.queue(id, 'note', { event })
  const queue = await opened.open()
  await queue.idle()
  const kept = JSON.parse(String((await opened.run(run)).event))
  expect([kept.host, kept.message.length, kept.tags]).toEqual(['fw-1', 500, {}])
})

test('a server that drops connections is tried again', async () => {
  const sink = await openHttpSink(
    request => void request.socket.destroy(),
    listener => createServer(listener),
  )
  const run = await opened.queue(await opened.trigger(calling(sink.url)), 'webhook')
  const queue = await opened.open()
  await queue.idle()
  expect(await opened.run(run)).toMatchObject({ status: 'pending', tries: 1, error_code: 'action_failed' })
})

test('a mail that the server refuses for now is sent later, one that it refuses for good is not tried again', async () => {
  const { mails } = opened
  const later = await opened.queue(await opened.trigger({ send_email: true }), 'email')
  const draft = { name: 'Never', send_email: true, send_email_to: ['gone@example.com'] }
  const never = await opened.queue(await opened.trigger(draft), 'email', { matches: 9 })
  mails.refusals.push('try again later')
  mails.unknownRecipients.add('gone@example.com')
  const queue = await opened.open()
  await queue.idle()
  expect(await opened.run(later)).toMatchObject({ status: 'pending', tries: 1, error_code: 'action_failed' })
  expect(await opened.run(never)).toMatchObject({ status: 'failed', tries: 1, error_code: 'action_failed' })
  opened.clock.seconds += 60
  queue.wake()
  await queue.idle()
  expect(await opened.run(later)).toMatchObject({
    status: 'done',
    tries: 2,
    result: 'Sent to ann@example.com.',
  })
  const [{ source = '', to } = {}] = mails.received
  expect([mails.received.length, to]).toEqual([1, ['ann@example.com']])
  expect(source).toContain('Subject: [Millrace] Denied: fw-1')
  expect(source).toMatch(/^Message-ID: <action-test-\d+@test-host>$/m)
})

test('a result that could not be stored is stored once the metadata answers: nothing is done twice', async () => {
  const sink = await openHttpSink()
  const run = await opened.queue(await opened.trigger(calling(sink.url)), 'webhook')
  const store = vi.spyOn(opened.metadata.actionRuns, 'done')
  for (let tries = 0; tries < 2; tries++) store.mockRejectedValueOnce(new Error('PostgreSQL is away'))
  const queue = await opened.open({ storeRetryMs: 1 })
  await queue.idle()
  // Any lease has ended.
  opened.clock.seconds += 3_600
  await queue.tick()
  await queue.idle()
  expect([sink.received.length, store.mock.calls.length]).toEqual([1, 3])
  expect(await opened.run(run)).toMatchObject({ status: 'done', tries: 1 })
})

test('a result is not stored any more once another process may have the action', async () => {
  const sink = await openHttpSink()
  await opened.queue(await opened.trigger(calling(sink.url)), 'webhook')
  const store = vi
    .spyOn(opened.metadata.actionRuns, 'done')
    .mockRejectedValue(new Error('PostgreSQL is away'))
  let now = 0
  const monotonic = () => {
    now += 100_000
    return now
  }
  const queue = await opened.open({ storeRetryMs: 1, monotonic })
  await queue.idle()
  // The lease of 240 s began at 100 s.
  expect(store.mock.calls.length).toBe(3)
  expect(opened.logged.join('')).toContain('could not do an action')
})
