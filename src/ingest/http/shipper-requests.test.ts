import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Protocol, ShipperRequest } from '../body/submission.ts'
import { encodeProtobuf } from '../receivers/testing/encode-protobuf.ts'
import { encodeSnappy } from '../receivers/testing/encode-snappy.ts'
import type { CollectingSink } from '../testing/collecting-sink.ts'
import { TestIngest } from '../testing/test-ingest.ts'
import type { Ingest } from '../worker/ingest.ts'

let running: TestIngest
let store: CollectingSink
let ingest: Ingest

beforeEach(async () => {
  running = await new TestIngest().open()
  ;({ ingest, store } = running)
})
afterEach(() => running.close())

function shipment(
  protocol: Protocol,
  body: string | Uint8Array,
  changes: Partial<ShipperRequest> = {},
): ShipperRequest {
  return {
    protocol,
    body: new Uint8Array(Buffer.from(body)),
    path: protocol === 'elasticsearch' ? '/_bulk' : protocol === 'splunk' ? '/event' : '',
    query: '',
    contentType: 'application/json',
    contentEncoding: '',
    sender: '192.0.2.9',
    caller: 'token 1',
    idempotencyKey: '',
    ...changes,
  }
}

/** One good event, in the words of each protocol. */
const one: Record<Protocol, string> = {
  elasticsearch: '{"index":{}}\n{"message":"m"}\n',
  loki: '{"streams":[{"stream":{"job":"j"},"values":[["0","m"]]}]}'.replace('"0"', `"${Date.now()}000000"`),
  otlp: '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"m"}}]}]}]}',
  splunk: '{"event":"m"}',
  gelf: '{"short_message":"m"}',
}
const protocols = Object.keys(one).map(name => [name as Protocol] as const)
const success: Record<Protocol, number> = { elasticsearch: 200, loki: 204, otlp: 200, splunk: 200, gelf: 202 }

describe.each(protocols)('%s', protocol => {
  it('is refused in its own words, and with a time to come back', async () => {
    const statuses = async (...sent: ShipperRequest[]) =>
      Promise.all(sent.map(async one => (await ingest.submitShipper(one)).status))
    const bomb = gzipSync(Buffer.alloc(2 * 1024 * 1024))
    expect(
      await statuses(
        shipment(protocol, bomb, { contentEncoding: 'gzip' }),
        shipment(protocol, 'no gzip', { contentEncoding: 'gzip' }),
        shipment(protocol, one[protocol], { contentEncoding: 'br' }),
        shipment(protocol, one[protocol], { idempotencyKey: 'k'.repeat(256) }),
        shipment(protocol, '{'),
      ),
    ).toEqual([413, 400, 415, 400, 400])
    const many = await Promise.all(
      Array.from({ length: 20 }, () =>
        ingest.submitShipper(shipment(protocol, Buffer.alloc(1024 * 1024, '{'))),
      ),
    )
    const full = many.filter(({ status }) => status === 503)
    expect(full).toHaveLength(4)
    expect(full.map(({ retryAfter }) => retryAfter)).toEqual([1, 1, 1, 1])
    expect(await ingest.counters()).toMatchObject({ inFlight: 0, stored: 0 })
  })

  it('is answered when it is in a synced file with its key: after a start that knows only the files it counts once', async () => {
    const keyed = () => shipment(protocol, one[protocol], { idempotencyKey: 'abc' })
    const answers = await Promise.all([ingest.submitShipper(keyed()), ingest.submitShipper(keyed())])
    await running.end()
    ;({ ingest } = await running.open())
    answers.push(await ingest.submitShipper(keyed()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => success[protocol]))
    await ingest.flush()
    expect(store.counts()).toEqual(new Map([['m', 1]]))
  })
})

it.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
] as const)('a body is inflated from %s', async (contentEncoding, compress) => {
  const sent = shipment('splunk', compress(one.splunk), { contentEncoding })
  expect((await ingest.submitShipper(sent)).status).toBe(200)
})

it('documents with ids that are sent again count once', async () => {
  const bulk = () => shipment('elasticsearch', '{"create":{"_id":"a"}}\n{"message":"m"}\n')
  await ingest.submitShipper(bulk())
  expect((await ingest.submitShipper(bulk())).status).toBe(200)
  await ingest.flush()
  expect(store.occurrences).toBe(1)
})

it('documents with ids that were sent before with other content are stored', async () => {
  const bulk = (message: string, path = '/_bulk') =>
    shipment('elasticsearch', `{"create":{"_id":"a"}}\n{"message":"${message}"}\n`, { path })
  for (const sent of [bulk('one'), bulk('two'), bulk('one', '/logs/_bulk'), bulk('two')]) {
    expect(await ingest.submitShipper(sent)).toMatchObject({ status: 200 })
  }
  await ingest.flush()
  expect(store.rows.map(({ message, tags }) => [message, tags.index])).toEqual([
    ['one', undefined],
    ['two', undefined],
    ['one', 'logs'],
  ])
  expect(await ingest.counters()).toMatchObject({ received: 3, stored: 3 })
})

it('a key belongs to its sender', async () => {
  for (const protocol of ['loki', 'splunk'] as const) {
    for (const caller of ['token 1', 'token 2', 'user 1', 'token 1']) {
      const sent = shipment(protocol, one[protocol], { idempotencyKey: '1', caller })
      expect((await ingest.submitShipper(sent)).status).toBe(success[protocol])
    }
  }
  await ingest.flush()
  expect(store.occurrences).toBe(6)
})

it('refused parts of a body are counted beside accepted ones', async () => {
  const body = '{"index":{}}\n{"message":"m"}\n{"index":{}}\nno JSON\n{"delete":{}}\n'
  await ingest.submitShipper(shipment('elasticsearch', body))
  await ingest.flush()
  expect(await ingest.counters()).toMatchObject({ received: 3, stored: 1, refused: 2, inFlight: 0 })
})

it('protobuf of Loki is a block of snappy, bounded before it is taken', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const request = encodeProtobuf([
    {
      field: 1,
      message: [
        { field: 1, bytes: '{job="j"}' },
        ...['a', 'a longer line, a longer line'].map(line => ({
          field: 2,
          message: [
            { field: 1, message: [{ field: 1, varint: now }] },
            { field: 2, bytes: line },
          ],
        })),
      ],
    },
  ])
  const contentType = 'application/x-protobuf'
  const push = (body: Uint8Array, contentEncoding = '') =>
    ingest.submitShipper(shipment('loki', body, { contentType, contentEncoding }))
  expect((await push(encodeSnappy(request))).status).toBe(204)
  expect((await push(encodeSnappy(request), 'snappy')).status).toBe(204)
  expect((await push(gzipSync(request), 'gzip')).status).toBe(204)
  expect((await push(Buffer.from([0xff, 0xff, 0xff, 0x7f, 0]))).status).toBe(413)
  expect((await push(request)).status).toBe(400)
  await ingest.flush()
  expect(store.counts()).toEqual(
    new Map([
      ['a', 3],
      ['a longer line, a longer line', 3],
    ]),
  )
})
