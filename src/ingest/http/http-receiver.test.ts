import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Submission, webhookPath } from '../body/submission.ts'
import { fileOf } from '../rules/testing/events.ts'
import type { CollectingSink } from '../testing/collecting-sink.ts'
import { submission } from '../testing/submission.ts'
import { TestIngest } from '../testing/test-ingest.ts'
import type { Ingest } from '../worker/ingest.ts'

let running: TestIngest
let store: CollectingSink
let ingest: Ingest

beforeEach(async () => {
  running = await new TestIngest().open({ spool: { timeoutMs: 50 } })
  ;({ ingest, store } = running)
})
afterEach(() => running.close())

const events = (...list: unknown[]): string => JSON.stringify({ events: list })
const now = Math.floor(Date.now() / 1_000)
const micros = (seconds: number): number => Math.round(seconds * 1_000_000)

async function stored(text: string, changes: Partial<Submission> = {}): Promise<CollectingSink['rows']> {
  expect(await ingest.submitIncoming(submission(text, changes))).toMatchObject({ status: 200 })
  await ingest.flush()
  return store.rows
}

describe('an event of /incoming', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'with every member',
      {
        message: 'm',
        host: 'h',
        program: 'p',
        ts: now + 0.123456,
        priority: 165,
        user_tags: { 'Src.IP': '10.0.0.1', empty: '' },
        extra_fields: { a: 'b', n: 1 },
        json: { deep: [1] },
        anything: null,
      },
      {
        message: 'm',
        host: 'h',
        program: 'p',
        ts: micros(now + 0.123456),
        facility: 20,
        severity: 5,
        type: 1,
        tags: { 'Src.IP': '10.0.0.1' },
      },
    ],
    [
      'with a message only',
      { message: 'm' },
      { host: '192.0.2.9', program: '', facility: 1, severity: 6, tags: {} },
    ],
    [
      'with severity and facility',
      { message: 'm', severity: 0, facility: 23 },
      { severity: 0, facility: 23 },
    ],
    [
      'with a priority beside them',
      { severity: 0, message: 'm', priority: 14 },
      { severity: 6, facility: 1 },
    ],
    ['with an empty host', { message: 'm', host: '' }, { host: '192.0.2.9' }],
    ['with an empty message', { message: '' }, { message: '' }],
    [
      'with a Cisco mnemonic',
      { message: '%ASA-6-302013: Built outbound' },
      { mnemonic: 'ASA-6-302013', message: '%ASA-6-302013: Built outbound' },
    ],
    ['with a mnemonic further in', { message: '42: %LINK-3-UPDOWN: down' }, { mnemonic: 'LINK-3-UPDOWN' }],
    ['with per cents', { message: '100% %20 a%LINK-3-UPDOWN: x %' }, { mnemonic: '' }],
    [
      'with a member named __proto__',
      JSON.parse('{"message":"m","__proto__":{"x":1},"user_tags":{"__proto__":"t"}}'),
      {},
    ],
    ['with a tag like a field', { message: 'm', user_tags: { host: 'x' } }, { tags: { host: 'x' } }],
  ])('%s', async (_, event, wanted) => {
    const [row] = await stored(events(event))
    expect({ ...row, tags: { ...row?.tags } }).toMatchObject(wanted)
  })

  it('that is too old is answered for and dropped; one from the future has the receipt time', async () => {
    const before = Date.now() * 1_000
    const answer = await ingest.submitIncoming(
      submission(events({ message: 'old', ts: now - 31 * 86_400 }, { message: 'ahead', ts: now + 3_600 })),
    )
    expect(answer).toEqual({ status: 200, accepted: 1, tooOld: 1 })
    await ingest.flush()
    expect(store.rows.map(row => row.message)).toEqual(['ahead'])
    expect(store.rows[0]?.ts).toBeGreaterThanOrEqual(before)
    expect(store.rows[0]?.ts).toBeLessThanOrEqual(Date.now() * 1_000)
    expect(await ingest.counters()).toMatchObject({ received: 2, tooOld: 1, stored: 1, inFlight: 0 })
  })

  it('is no older than a retention that was lowered, and one that was raised takes no more than the tolerance', async () => {
    const old = (days: number) =>
      ingest.submitIncoming(submission(events({ message: 'old', ts: now - days * 86_400 })))
    const taken = { status: 200, accepted: 1, tooOld: 0 }
    const tooOld = { status: 200, accepted: 0, tooOld: 1 }
    ingest.limitAge(7)
    expect([await old(6), await old(8)]).toEqual([taken, tooOld])
    ingest.limitAge(400)
    expect([await old(8), await old(31)]).toEqual([taken, tooOld])
  })

  it('is no older than its retention class is kept, whatever others are', async () => {
    const file = fileOf({
      rewrite_rules: ['debug', 'audit', 'other'].map(name => ({
        match: { field: 'program', value: name },
        retention: name,
      })),
    })
    await ingest.setRules([file])
    ingest.limitAge(7, { debug: 2, audit: 20 })
    const taken: [string, number][] = []
    for (const program of ['debug', 'audit', 'other', ''])
      for (const days of [1, 3, 8, 21]) {
        const body = events({ message: `${program} ${days}`, program, ts: now - days * 86_400 })
        const answer = await ingest.submitIncoming(submission(body))
        if ('accepted' in answer && answer.accepted === 1) taken.push([program, days])
      }
    const upTo = (program: string, ...days: number[]) => days.map(day => [program, day])
    expect(taken).toEqual([
      ...upTo('debug', 1),
      ...upTo('audit', 1, 3, 8),
      ...upTo('other', 1, 3),
      ...upTo('', 1, 3),
    ])
    expect(await ingest.counters()).toMatchObject({ received: 16, tooOld: 8 })
    await ingest.setRules([])
  })

  it('that is too long is cut between characters and counted', async () => {
    const [row] = await stored(events({ message: `${'x'.repeat(65_535)}😀y` }))
    expect(row?.message).toBe('x'.repeat(65_535))
    expect(row?.tags).toEqual({ truncated_from: '65540' })
    expect((await ingest.counters()).truncated).toBe(1)
  })

  it.each<[unknown, string, string]>([
    [{}, 'message', 'is required'],
    [{ message: 5 }, 'message', 'must be a string'],
    [{ message: null }, 'message', 'must be a string'],
    [{ message: 'm', host: 1 }, 'host', 'must be a string'],
    [{ message: 'm', host: 'h'.repeat(256) }, 'host', 'must have at most 255 characters'],
    [{ message: 'm', program: {} }, 'program', 'must be a string'],
    [{ message: 'm', ts: '5' }, 'ts', 'must be a number of Unix seconds'],
    [{ message: 'm', ts: -1 }, 'ts', 'must be a number of Unix seconds'],
    [{ message: 'm', ts: 1e300 }, 'ts', 'must be a number of Unix seconds'],
    [{ message: 'm', priority: 192 }, 'priority', 'must be an integer from 0 to 191'],
    [{ message: 'm', priority: 1.5 }, 'priority', 'must be an integer from 0 to 191'],
    [{ message: 'm', severity: 8 }, 'severity', 'must be an integer from 0 to 7'],
    [{ message: 'm', facility: '1' }, 'facility', 'must be an integer from 0 to 23'],
    [{ message: 'm', user_tags: [] }, 'user_tags', 'must be an object of strings'],
    [{ message: 'm', user_tags: { a: 1 } }, 'user_tags.a', 'must be a string'],
    [
      { message: 'm', user_tags: { a: 'x'.repeat(65_537) } },
      'user_tags.a',
      'must have at most 65536 characters',
    ],
    [{ message: 'm', user_tags: { '': 'x' } }, 'user_tags', 'must have names of 1 to 255 characters'],
    [{ message: 'm', extra_fields: 'x' }, 'extra_fields', 'must be an object of strings and numbers'],
    [{ message: 'm', extra_fields: { a: {} } }, 'extra_fields.a', 'must be a string or a number'],
    [{ message: 'm', json: 'x' }, 'json', 'must be an object'],
    ['text', '', 'must be an object'],
    [null, '', 'must be an object'],
  ])('%.80j is refused', async (bad, field, message) => {
    const answer = await ingest.submitIncoming(submission(events({ message: 'good' }, bad)))
    expect(answer).toEqual({
      status: 422,
      detail: '1 event is not valid; nothing of this body was kept.',
      errors: [{ index: 1, field, message }],
      accepted: 0,
    })
    expect(await ingest.counters()).toMatchObject({ received: 2, refused: 2, inFlight: 0 })
  })
})

describe('a body of /incoming', () => {
  it('keeps its good events when partial is asked for', async () => {
    const answer = await ingest.submitIncoming(
      submission(events({ message: 'good' }, 1, {}), { partial: true }),
    )
    expect(answer).toEqual({
      status: 422,
      detail: '2 events are not valid; the others were kept.',
      errors: [
        { index: 1, field: '', message: 'must be an object' },
        { index: 2, field: 'message', message: 'is required' },
      ],
      accepted: 1,
    })
    await ingest.flush()
    expect(store.counts()).toEqual(new Map([['good', 1]]))
  })

  it('names at most 50 faults', async () => {
    const answer = await ingest.submitIncoming(submission(events(...Array.from({ length: 60 }, () => 1))))
    expect(answer).toMatchObject({
      status: 422,
      detail: '60 events are not valid; nothing of this body was kept.',
    })
    expect('errors' in answer && answer.errors.length).toBe(50)
  })

  const bomb = gzipSync(Buffer.alloc(2 * 1024 * 1024))
  it.each<[string, Submission, Record<string, unknown>]>([
    [
      'no list',
      submission('{"event": []}'),
      { status: 422, errors: [{ index: -1, field: 'events', message: 'is required: an array of events' }] },
    ],
    ['a bare list', submission('[{"message":"m"}]'), { status: 422 }],
    ['no events', submission(events()), { status: 200, accepted: 0, tooOld: 0 }],
    [
      'no JSON',
      submission('{"events": [}'),
      { status: 400, detail: expect.stringMatching(/^The body is not JSON: /) },
    ],
    ['nothing', submission(''), { status: 400 }],
    [
      'another media type',
      submission(events(), { contentType: 'text/plain' }),
      { status: 415, detail: 'Content-Type must be application/json.' },
    ],
    [
      'another coding',
      submission(events(), { contentEncoding: 'br' }),
      { status: 415, detail: 'Content-Encoding must be identity, gzip, deflate, zstd or snappy, not br.' },
    ],
    [
      'a lie about gzip',
      submission(events(), { contentEncoding: 'gzip' }),
      { status: 400, detail: 'The body is not gzip, or it is cut short.' },
    ],
    [
      'half a gzip',
      submission(gzipSync(events()).subarray(0, 20), { contentEncoding: 'gzip' }),
      { status: 400 },
    ],
    [
      'a bomb',
      submission(bomb, { contentEncoding: 'gzip' }),
      { status: 413, detail: 'The body is larger than 1048576 bytes once it is decoded.' },
    ],
    ['too much', submission(' '.repeat(1024 * 1024 + 1)), { status: 413 }],
    ['a long key', submission(events(), { idempotencyKey: 'k'.repeat(256) }), { status: 400 }],
    ['another path', submission(events(), { path: '/elsewhere' }), { status: 400 }],
    ['a million arrays deep', submission('['.repeat(500_000)), { status: 400 }],
    [
      'gzip',
      submission(gzipSync(events({ message: 'm' })), { contentEncoding: 'gzip' }),
      { status: 200, accepted: 1 },
    ],
    [
      'zstd',
      submission(zstdCompressSync(events({ message: 'm' })), { contentEncoding: 'ZSTD' }),
      { status: 200, accepted: 1 },
    ],
  ])('%s', async (_, submission, answer) => {
    expect(await ingest.submitIncoming(submission)).toMatchObject(answer)
  })

  it('may be large: its events are taken in turns and acknowledged together', async () => {
    const list = Array.from({ length: 9_999 }, (_, i) => ({ message: `m ${i}` }))
    expect(await ingest.submitIncoming(submission(events(...list)))).toEqual({
      status: 200,
      accepted: 9_999,
      tooOld: 0,
    })
    await ingest.flush()
    expect(store.counts().size).toBe(9_999)
  })
})

describe('a request of a delivery stream', () => {
  const request = (records: unknown[], requestId = 'r-1'): string =>
    JSON.stringify({ requestId, timestamp: 1, records })
  const data = (content: string | Uint8Array): object => ({ data: Buffer.from(content).toString('base64') })
  const logs = (messageType: string): string =>
    JSON.stringify({
      messageType,
      logGroup: 'g',
      logStream: 's',
      logEvents: [{ id: '1', timestamp: now * 1_000 + 5, message: 'from a group' }],
    })

  it('has an event for each line of its records, gzipped or not, and gets its id back', async () => {
    const text = request([data('one\r\n\ntwo'), data(gzipSync('three\n'))])
    expect(await ingest.submitIncoming(submission(text))).toEqual({
      status: 200,
      accepted: 3,
      tooOld: 0,
      requestId: 'r-1',
    })
    await ingest.flush()
    expect(store.rows.map(({ program, host, message }) => [program, host, message])).toEqual([
      ['kinesis', '192.0.2.9', 'one'],
      ['kinesis', '192.0.2.9', 'two'],
      ['kinesis', '192.0.2.9', 'three'],
    ])
  })

  it('that is sent again counts once', async () => {
    const answers = await Promise.all([
      ingest.submitIncoming(submission(request([data('x')]))),
      ingest.submitIncoming(submission(request([data('x')]))),
      ingest.submitIncoming(submission(request([data('x')], 'r-2'))),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await ingest.flush()
    expect(store.counts()).toEqual(new Map([['x', 2]]))
  })

  it('has what CloudWatch Logs sends, without its control messages', async () => {
    const [row, ...others] = await stored(
      request([data(gzipSync(logs('DATA_MESSAGE'))), data(gzipSync(logs('CONTROL_MESSAGE')))]),
    )
    expect(row).toMatchObject({ message: 'from a group', program: 'kinesis', ts: micros(now + 0.005) })
    expect({ ...row?.tags }).toEqual({ LogGroup: 'g', LogStream: 's' })
    expect(others).toEqual([])
  })

  const bomb = gzipSync(Buffer.alloc(700 * 1024))
  it.each<[string, unknown[], number, string]>([
    ['no text', [{ data: 5 }], 400, 'records[0].data is not base64 text.'],
    ['what is no base64', [data('x'), { data: 'not base64!' }], 400, 'records[1].data is not base64 text.'],
    ['base64 that is cut', [{ data: 'eHh4e' }], 400, 'records[0].data is not base64 text.'],
    [
      'a cut gzip',
      [data('x'), data(gzipSync('hello').subarray(0, 12))],
      400,
      'The body is not gzip, or it is cut short.',
    ],
    ['too much together', [data(bomb), data(bomb)], 413, 'bytes once it is decoded'],
  ])('with %s is refused', async (_, records, status, detail) => {
    expect(await ingest.submitIncoming(submission(request(records)))).toEqual({
      status,
      detail: expect.stringContaining(detail),
    })
  })
})

describe('a webhook', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [
      { message: 'm' },
      { message: 'm', host: 'localhost', program: 'incoming-webhook', facility: 1, severity: 6 },
    ],
    [
      { message: 'm', facility: 'LOCAL3', severity: 'DEBUG', host: 'h', program: 'p' },
      { facility: 19, severity: 7, host: 'h', program: 'p' },
    ],
    [
      { message: 'm', facility: 4, severity: 0 },
      { facility: 4, severity: 0 },
    ],
  ])('%j', async (event, wanted) => {
    expect(await stored(JSON.stringify(event), { path: webhookPath })).toMatchObject([wanted])
  })

  it.each<[unknown, string, string]>([
    [{}, 'message', 'is required'],
    [{ message: 'm', severity: 'LOUD' }, 'severity', 'must be an integer from 0 to 7'],
    [[], '', 'must be an object'],
  ])('%j is refused', async (event, field, message) => {
    expect(
      await ingest.submitIncoming(submission(JSON.stringify(event), { path: webhookPath })),
    ).toMatchObject({
      status: 422,
      errors: [{ index: 0, field, message }],
    })
  })
})

it('/incoming/raw that is nested without end is refused', async () => {
  const deep = '['.repeat(5_000) + ']'.repeat(5_000)
  expect(await ingest.submitIncoming(submission(deep, { path: '/raw' }))).toMatchObject({ status: 400 })
})

describe('/incoming/raw', () => {
  it.each([
    ['an object', '{ "message": "Test Message", "n": 1 }', '{"message":"Test Message","n":1}'],
    ['a list', '[1, 2]', '[1,2]'],
    ['a text', '"x"', '"x"'],
  ])('takes %s', async (_, text, message) => {
    const [row] = await stored(text, { path: '/raw/app1' })
    expect(row).toMatchObject({ message, host: '192.0.2.9', program: 'http_receiver' })
  })
})
