import { expect, test } from 'vitest'
import { event, open, receiver, signal } from '../testing/http-receiver.ts'

const taken = { create: { status: 201 } }
const existing = {
  create: { status: 409, error: { type: 'version_conflict_engine_exception', reason: '[one-1]: exists' } },
}
const busy = {
  create: { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'queue is full' } },
}
const away = { create: { status: 503, error: { type: 'unavailable_shards_exception', reason: 'no shard' } } }
const malformed = {
  create: { status: 400, error: { type: 'mapper_parsing_exception', reason: 'failed to parse [labels.a]' } },
}
const noIndex = {
  create: { status: 404, error: { type: 'index_not_found_exception', reason: 'no such index [logs]' } },
}
const bulk = (...items: object[]) => ({
  status: 200,
  body: JSON.stringify({ errors: items.some(item => item !== taken), items }),
})
const idsOf = (body: string) =>
  body
    .trim()
    .split('\n')
    .flatMap(line => JSON.parse(line).create?._id ?? [])

test('documents of the Elastic Common Schema are created with the id of the event', async () => {
  const { url, requests } = await receiver(() => ({ status: 200, body: '{"errors":false}' }))
  const target = { url: `${url}/es/`, index: 'logs-%Y.%m.%d', authorization: 'ApiKey x', compress: true }
  const delivery = await open({ kind: 'elasticsearch', ...target })
  const also = { tags: { 'k8s.pod': 'a', forwarded_by: 'zero' }, counter: 3, last: 1_800_000_009_000_000 }
  const { refused } = await delivery.send([event(1), event(2, { ...also, mnemonic: 'A-1-B' })], signal)
  expect(refused).toBe(0)
  const [request] = requests
  const { pathname, searchParams } = new URL(request?.path ?? '', url)
  expect(pathname).toBe('/es/_bulk')
  expect(searchParams.get('filter_path')).toBe(
    'errors,items.*.status,items.*.error.type,items.*.error.reason',
  )
  expect(request?.headers).toMatchObject({
    authorization: 'ApiKey x',
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
  })
  const lines = request?.body.trim().split('\n') ?? []
  expect(lines).toHaveLength(4)
  expect(JSON.parse(lines[2] ?? '')).toEqual({ create: { _index: 'logs-2027.01.15', _id: 'one-2' } })
  expect(JSON.parse(lines[3] ?? '')).toEqual({
    '@timestamp': '2027-01-15T08:00:00.500000Z',
    message: 'message 2',
    host: { name: 'fw-1' },
    process: { name: 'kernel' },
    log: {
      level: 'error',
      syslog: {
        appname: 'kernel',
        severity: { code: 3, name: 'error' },
        facility: { code: 0, name: 'kern' },
      },
    },
    event: {
      id: '2',
      code: 'A-1-B',
      start: '2027-01-15T08:00:00.500000Z',
      end: '2027-01-15T08:00:09.000000Z',
    },
    labels: { k8s_pod: 'a', forwarded_by: 'zero,one' },
    millrace: { counter: 3 },
  })
})

test.each([
  ['all are taken', [bulk(taken, taken, taken)], 0, [3]],
  ['events that are there already are taken', [bulk(existing, taken, existing)], 0, [3]],
  ['a refused document is counted', [bulk(taken, malformed, taken)], 1, [3]],
  ['only events that met a busy server are sent again', [bulk(taken, busy, taken), bulk(taken)], 0, [3, 1]],
  ['refusals and busy shards together', [bulk(malformed, away, taken), bulk(malformed)], 2, [3, 1]],
])('%s', async (_, answers, refused, sent) => {
  const { url, requests } = await receiver(() => answers[requests.length - 1] ?? { status: 500 })
  const delivery = await open({ kind: 'elasticsearch', url })
  expect((await delivery.send([event(1), event(2), event(3)], signal)).refused).toBe(refused)
  expect(requests.map(({ body }) => idsOf(body).length)).toEqual(sent)
  if (sent.length > 1) expect(idsOf(requests[1]?.body ?? '')).toEqual(['one-2'])
})

test.each([
  [
    'most are postponed',
    bulk(taken, busy, away),
    'answered 429: es_rejected_execution_exception: queue is full',
  ],
  ['every document is refused', bulk(malformed, malformed, malformed), 'answered 400: mapper_parsing'],
  ['the index does not exist', bulk(noIndex, noIndex, noIndex), 'answered 404: index_not_found_exception'],
  ['the answer is of another server', { status: 200, body: '<html>' }, 'not the answer of a bulk request'],
  ['an item is missing', bulk(taken, malformed), 'not the answer of a bulk request'],
  ['an item has no status', bulk(malformed, taken, {}), 'An item without a status'],
  ['the whole request is too much', { status: 429, headers: { 'retry-after': '5' } }, 'answered 429'],
  ['the key is wrong', { status: 401, body: 'security_exception' }, 'answered 401: security_exception'],
])('nothing is given up if %s', async (_, answer, message) => {
  const { url } = await receiver(() => answer)
  const delivery = await open({ kind: 'elasticsearch', url })
  await expect(delivery.send([event(1), event(2), event(3)], signal)).rejects.toThrow(message)
})

test('many refused documents among others do not stop the others', async () => {
  const items = Array.from({ length: 300 }, (_, n) => (n % 2 === 0 ? taken : malformed))
  const { url, requests } = await receiver(() => bulk(...items))
  const delivery = await open({ kind: 'elasticsearch', url })
  const events = items.map((_, n) => event(n))
  expect((await delivery.send(events, signal)).refused).toBe(150)
  expect(requests).toHaveLength(1)
})

test('a receiver that has taken events may refuse any number of others', async () => {
  const answers = [bulk(taken), bulk(...Array.from({ length: 300 }, () => malformed))]
  const { url, requests } = await receiver(() => answers[requests.length - 1] ?? { status: 500 })
  const delivery = await open({ kind: 'elasticsearch', url })
  await delivery.send([event(0)], signal)
  const events = Array.from({ length: 300 }, (_, n) => event(n + 1))
  expect((await delivery.send(events, signal)).refused).toBe(300)
})

test('an answer with an error for each of 2,000 documents is read', async () => {
  const reason = 'x'.repeat(500)
  const refusal = { create: { status: 400, error: { type: 'mapper_parsing_exception', reason } } }
  const items = Array.from({ length: 2_000 }, (_, n) => (n === 0 ? taken : refusal))
  const { url } = await receiver(() => bulk(...items))
  const delivery = await open({ kind: 'elasticsearch', url })
  const events = items.map((_, n) => event(n, { message: '' }))
  expect((await delivery.send(events, signal)).refused).toBe(1_999)
})
