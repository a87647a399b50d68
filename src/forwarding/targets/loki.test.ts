import { expect, test } from 'vitest'
import { event, open, receiver, signal } from '../testing/http-receiver.ts'

test('events of a host, program and severity are one stream; other fields are structured metadata', async () => {
  const { url, requests } = await receiver(() => ({ status: 204 }))
  const target = { url, tenant: 'ops', authorization: 'Basic x', labels: ['site.name'], compress: true }
  const delivery = await open({ kind: 'loki', ...target })
  const tags = { 'site.name': 'north', user: 'ann', forwarded_by: 'zero' }
  await delivery.send([event(1), event(2, { tags, counter: 3, mnemonic: 'A-1-B' }), event(3)], signal)
  expect(requests.map(({ path }) => path)).toEqual(['/loki/api/v1/push'])
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Basic x',
    'x-scope-orgid': 'ops',
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  })
  const time = '1800000000500000000'
  const labels = { host: 'fw-1', service_name: 'kernel', level: 'error' }
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    streams: [
      {
        stream: { ...labels, forwarded_by: 'one' },
        values: [
          [time, 'message 1', { id: '1', facility: 'kern' }],
          [time, 'message 3', { id: '3', facility: 'kern' }],
        ],
      },
      {
        stream: { ...labels, site_name: 'north', forwarded_by: 'zero,one' },
        values: [
          [
            time,
            'message 2',
            {
              ...{ user: 'ann', id: '2', facility: 'kern', cisco_mnemonic: 'A-1-B' },
              ...{ counter: '3', last_occurrence: '1800000000.5' },
            },
          ],
        ],
      },
    ],
  })
})

test.each<[string[], Record<string, string>, Record<string, string>, Record<string, string>]>([
  [['host', 'level'], { host: 'theirs', level: '9' }, { tag_host: 'theirs', tag_level: '9' }, {}],
  [['a.b', 'a_b'], { 'a.b': '1', a_b: '2' }, { a_b: '1' }, { tag_a_b: '2' }],
  [['a_b', 'a.b'], { 'a.b': '1' }, { a_b: '1' }, {}],
  [['tag_host', 'host'], { host: 'x', tag_host: 'y' }, { tag_host: 'y' }, { tag_host: 'x' }],
  [[], { host: 'theirs' }, {}, { tag_host: 'theirs' }],
  [['forwarded_by'], { forwarded_by: 'zero' }, { forwarded_by: 'zero,one' }, {}],
])('labels %j of the tags %j: no tag is lost', async (labels, tags, stream, metadata) => {
  const { url, requests } = await receiver(() => ({ status: 204 }))
  const delivery = await open({ kind: 'loki', url, labels })
  await delivery.send([event(1, { tags })], signal)
  const own = { host: 'fw-1', service_name: 'kernel', level: 'error', forwarded_by: 'one' }
  const [sent] = JSON.parse(requests[0]?.body ?? '').streams
  expect(sent.stream).toEqual({ ...own, ...stream })
  expect(sent.values[0][2]).toEqual({ id: '1', facility: 'kern', ...metadata })
})

test('a whole address is used as it is', async () => {
  const { url, requests } = await receiver(() => ({ status: 204 }))
  const delivery = await open({ kind: 'loki', url: `${url}/insert/loki/api/v1/push?x=1` })
  await delivery.send([event(1)], signal)
  expect(requests[0]?.path).toBe('/insert/loki/api/v1/push?x=1')
})

/** A receiver that stores all entries of a request except these, for which it answers 400, as Loki does. */
async function loki(refused: readonly string[]) {
  const stored = new Set<string>()
  const { url, requests } = await receiver(body => {
    const streams: { values: [string, string][] }[] = JSON.parse(body).streams
    const lines = streams.flatMap(({ values }) => values.map(([, line]) => line))
    for (const line of lines) if (!refused.includes(line)) stored.add(line)
    const late = lines.filter(line => refused.includes(line))
    if (late.length === 0) return { status: 204 }
    const reason = `entry with timestamp 2027-01-15 08:00:00.5 +0000 UTC ignored, reason: 'entry too far behind'`
    return { status: 400, body: `${reason}, total ignored: ${late.length} out of ${lines.length}` }
  })
  return { url, requests, stored }
}

test('entries that are too far behind are counted as refused, and the others are stored', async () => {
  const { url, stored } = await loki(['message 4', 'message 7'])
  const delivery = await open({ kind: 'loki', url })
  const events = Array.from({ length: 9 }, (_, n) => event(n + 1))
  expect((await delivery.send(events, signal)).refused).toBe(2)
  expect(stored.size).toBe(7)
})

test.each([
  [{ status: 429, headers: { 'retry-after': '3' }, body: 'Ingestion rate limit exceeded' }, 'rate limit', 3],
  [{ status: 500, body: 'at least 1 live replicas required' }, 'replicas', undefined],
  [{ status: 401, body: 'no org id' }, 'no org id', undefined],
  [{ status: 400, body: 'error at least one label pair is required per stream' }, 'label pair', undefined],
])('nothing is given up after %j', async (answer, message, retryAfter) => {
  const { url } = await receiver(() => answer)
  const delivery = await open({ kind: 'loki', url })
  const failure: unknown = await delivery.send([event(1), event(2)], signal).catch(error => error)
  expect(failure).toMatchObject({ message: expect.stringContaining(message), retryAfter })
})
