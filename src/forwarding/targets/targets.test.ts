import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../ingest/testing/certificate.ts'
import { temporaryFolder } from '../../metadata/testing/temporary.ts'
import type { Target } from '../../schema/forwarding/targets.ts'
import { eventually } from '../../testing/until.ts'
import { type Answer, event, open, receiver, signal } from '../testing/http-receiver.ts'

test('http: a JSON object a line', async () => {
  const { url, requests } = await receiver(() => ({ status: 204 }))
  const delivery = await open({ kind: 'http', url: `${url}/logs`, authorization: 'Bearer x', compress: true })
  const tags = { SrcIP: '10.0.0.1', forwarded_by: 'zero' }
  expect((await delivery.send([event(1), event(2, { tags, counter: 3 })], signal)).refused).toBe(0)
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer x',
    'content-type': 'application/x-ndjson',
  })
  const records = (requests[0]?.body ?? '')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(records[1]).toEqual({
    ...{
      id: '2',
      host: 'fw-1',
      program: 'kernel',
      severity: 'ERROR',
      facility: 'KERN',
      message: 'message 2',
    },
    ...{ first_occurrence: 1_800_000_000.5, last_occurrence: 1_800_000_000.5, counter: 3 },
    ...{ tags: { SrcIP: '10.0.0.1' }, forwarded_by: 'zero,one' },
  })
})

test('http: events that the receiver refuses are counted; the others arrive', async () => {
  const taken: string[] = []
  const { url } = await receiver(body => {
    if (body.includes('message 3')) return { status: 400, body: 'no message 3, please' }
    taken.push(
      ...body
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).id),
    )
    return { status: 200 }
  })
  const delivery = await open({ kind: 'http', url })
  const events = Array.from({ length: 9 }, (_, n) => event(n + 1))
  expect((await delivery.send(events, signal)).refused).toBe(1)
  expect(taken).toEqual(['1', '2', '4', '5', '6', '7', '8', '9'])
})

test('http: nothing is given up while the receiver refuses everything, is busy or is away', async () => {
  const answers: Answer[] = [
    { status: 400, body: 'wrong index' },
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 503 },
    { status: 302 },
    { status: 403, body: 'Invalid token' },
  ]
  const { url } = await receiver(() => answers[0] ?? { status: 200 })
  const thrown: unknown[] = []
  for (let index = 0; index < 5; index++, answers.shift()) {
    const delivery = await open({ kind: 'http', url })
    thrown.push(
      await delivery
        .send([event(1), event(2)], signal)
        .catch(({ message, retryAfter }) => [message, retryAfter]),
    )
  }
  expect(thrown).toEqual([
    ['The destination answered 400: wrong index', undefined],
    ['The destination answered 429', 7],
    ['The destination answered 503', undefined],
    ['The destination answered 302', undefined],
    ['The destination answered 403: Invalid token', undefined],
  ])
  const away = await open({ kind: 'http', url: 'http://127.0.0.1:1/' })
  await expect(away.send([event(1)], signal)).rejects.toThrow(
    'did not answer: connect ECONNREFUSED 127.0.0.1:1.',
  )
})

test('http: chosen fields, always with what recognises repeats and loops', async () => {
  const { url, requests } = await receiver(() => ({ status: 204 }))
  const fields = ['host', 'message', 'tag.user', 'tag.absent', 'status']
  const delivery = await open({ kind: 'http', url, fields })
  await delivery.send([event(1, { tags: { user: 'ann', SrcIP: '10.0.0.1' } }), event(2)], signal)
  const [first, second] = (requests[0]?.body ?? '').trim().split('\n')
  const always = { forwarded_by: 'one', host: 'fw-1' }
  expect(JSON.parse(first ?? '')).toEqual({ id: '1', message: 'message 1', tags: { user: 'ann' }, ...always })
  expect(JSON.parse(second ?? '')).toEqual({ id: '2', message: 'message 2', ...always })
  const all = await open({ kind: 'http', url, fields: ['tags'] })
  await all.send([event(3, { tags: { a: 'b', c: 'd' } })], signal)
  expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
    id: '3',
    forwarded_by: 'one',
    tags: { a: 'b', c: 'd' },
  })
})

test('http: a certificate that is not trusted is named, without advice for users of Node', async () => {
  const server = createServer(makeCertificate('Another authority'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const delivery = await open({ kind: 'http', url: `https://127.0.0.1:${port}/` })
  await expect(delivery.send([event(1)], signal)).rejects.toThrow(
    /did not answer: self-signed certificate\.$/,
  )
})

test('millrace: events for /incoming, and a key for each body', async () => {
  const { url, requests } = await receiver(() => ({ status: 200, body: '{"status":"ok"}' }))
  const delivery = await open({ kind: 'millrace', url: `${url}/logs/`, token: 'ingest-1', compress: true })
  const tags = { SrcIP: '10.0.0.1', forwarded_by: 'zero' }
  const events = [event(1), event(2, { ts: 1_800_000_000_123_457, tags, counter: 3 })]
  await delivery.send(events, signal)
  await delivery.send(events, signal)
  await delivery.send(events.slice(1), signal)
  const [first, second, third] = requests
  expect(first).toMatchObject({ path: '/logs/incoming', headers: { authorization: 'token ingest-1' } })
  const keys = [first, second, third].map(request => request?.headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(JSON.parse(first?.body ?? '').events[1]).toEqual({
    ...{ ts: 1_800_000_000.123_457, host: 'fw-1', program: 'kernel', facility: 0, severity: 3 },
    message: 'message 2',
    user_tags: { SrcIP: '10.0.0.1', forwarded_counter: '3', forwarded_by: 'zero,one' },
  })
})

test('splunk_hec: events with fields, and acknowledgements', async () => {
  let polls = 0
  const { url, requests } = await receiver((_, { url: path }) => {
    if (path?.startsWith('/services/collector/ack') !== true)
      return { status: 200, body: '{"code":0,"ackId":5}' }
    return { status: 200, body: JSON.stringify({ acks: { '5': ++polls > 1 } }) }
  })
  const target = {
    kind: 'splunk_hec',
    url: `${url}/services/collector/event`,
    token: 't',
    index: 'main',
  } as const
  const delivery = await open({ ...target, acknowledge: true })
  const { confirmed } = await delivery.send(
    [event(1, { tags: { user: 'ann', program: 'x' }, counter: 2, last: 1_800_000_003_000_000 })],
    signal,
  )
  await confirmed
  expect(requests.map(({ path }) => path)).toEqual([
    '/services/collector/event',
    '/services/collector/ack',
    '/services/collector/ack',
  ])
  expect(requests[0]?.headers.authorization).toBe('Splunk t')
  expect(requests[1]?.headers['x-splunk-request-channel']).toBe(
    requests[0]?.headers['x-splunk-request-channel'],
  )
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    ...{ time: 1_800_000_000.5, host: 'fw-1', source: 'kernel', sourcetype: 'kernel', index: 'main' },
    event: 'message 1',
    fields: {
      ...{
        user: 'ann',
        tag_program: 'x',
        id: '1',
        program: 'kernel',
        severity: 'ERROR',
        facility: 'KERN',
        counter: 2,
      },
      ...{ forwarded_by: 'one', last_occurrence: 1_800_000_003 },
    },
  })
  const { url: plain } = await receiver(() => ({ status: 200, body: '{"code":0}' }))
  const without = await open({ ...target, url: plain, acknowledge: true })
  await expect(without.send([event(1)], signal)).rejects.toThrow('The token has no indexer acknowledgement')
})

test('splunk_hec: an indexer that does not know the channel has not kept the events', async () => {
  const { url } = await receiver((_, { url: path }) =>
    path?.endsWith('/ack') === true
      ? { status: 400, body: '{"text":"Invalid data channel","code":11}' }
      : { status: 200, body: '{"code":0,"ackId":5}' },
  )
  const target = { kind: 'splunk_hec', url: `${url}/services/collector/event`, acknowledge: true } as const
  const delivery = await open(target)
  const { confirmed } = await delivery.send([event(1)], signal)
  await expect(Promise.race([confirmed, delivery.failed])).rejects.toThrow('answered 400')
})

test('splunk_hec: requests do not wait for acknowledgements, up to a number; these confirm in order', async () => {
  let requests = 0
  const asked: number[][] = []
  const acknowledged = new Set<number>()
  const { url } = await receiver((body, { url: path }) => {
    if (path?.endsWith('/ack') !== true) return { status: 200, body: `{"code":0,"ackId":${requests++}}` }
    const { acks }: { acks: number[] } = JSON.parse(body)
    asked.push(acks)
    const answers = acks.map(id => [id, acknowledged.has(id)])
    return { status: 200, body: JSON.stringify({ acks: Object.fromEntries(answers) }) }
  })
  const target = { kind: 'splunk_hec', url: `${url}/services/collector/event`, acknowledge: true } as const
  const delivery = await open(target)
  const confirmed: number[] = []
  const send = async (id: number) => {
    const taken = await delivery.send([event(id)], signal)
    void taken.confirmed.then(() => confirmed.push(id))
  }
  for (let id = 0; id < 64; id++) await send(id)
  const more = send(64)
  await eventually(() => asked.some(ids => ids.length === 64)).toBe(true)
  expect(requests).toBe(64)
  acknowledged.add(0).add(2)
  await more
  await eventually(() => confirmed).toEqual([0])
  acknowledged.add(1)
  await eventually(() => confirmed).toEqual([0, 1, 2])
})

test('file: lines that a kill cut off are written again, and files are rotated', async () => {
  const folder = temporaryFolder()
  const target: Target & { kind: 'file' } = {
    kind: 'file',
    name: 'siem.log',
    format: 'tsv',
    fields: ['id', 'tag.user', 'message'],
  }
  const file = path.join(folder, 'siem.log')
  const first = await open(target, folder)
  await first.send([event(1, { tags: { user: 'ann' }, message: 'a\tb\nc\\' })], signal)
  await first.close()
  writeFileSync(file, `${readFileSync(file, 'utf8')}2\tcut o`)
  const second = await open(target, folder)
  await second.send([event(2)], signal)
  expect(readFileSync(file, 'utf8')).toBe('1\tann\ta\\tb\\nc\\\\\n2\t\tmessage 2\n')

  const rotated = await open({ ...target, rotate_mb: 1, keep_files: 2, format: 'json' }, folder)
  for (let id = 1; id <= 4; id++) await rotated.send([event(id, { message: 'x'.repeat(1_100_000) })], signal)
  const names = readdirSync(folder).sort()
  expect(names).toHaveLength(3)
  expect(names[0]).toBe('siem.log')
  expect(names.slice(1).every(name => /^siem\.log\.\d{8}T\d{9}Z\.gz$/.test(name))).toBe(true)
  const kept = names.slice(1).map(name => gunzipSync(readFileSync(path.join(folder, name))).toString())
  expect(kept.map(text => JSON.parse(text.split('\n')[0] ?? '').id)).toEqual(['2', '3'])
})

test('file: a name cannot leave its folder, and a folder that cannot be written is an error', async () => {
  const file = path.join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  await expect(open({ kind: 'file', name: 'a' }, path.join(file, 'sub'))).rejects.toThrow(
    'The file cannot be written',
  )
})
