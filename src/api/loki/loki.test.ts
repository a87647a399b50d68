import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LogqlReads } from '../../query/logql/logql-reads.ts'
import { start } from '../../query/logql/testing/corpus.ts'
import { immediateTurns } from '../../query/logql/testing/no-events.ts'
import { tokenHeaders, tokenSecret } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'
import { address, type LokiServer, nanos, openLokiServer, range } from './testing/loki-server.ts'

let loki: LokiServer
beforeAll(async () => {
  loki = await openLokiServer()
})
afterAll(() => loki.close())

describe('requests of Grafana', () => {
  test('the check of a data source is answered 2', async () => {
    const data = await loki.dataOf('/query', {
      direction: 'backward',
      query: 'vector(1)+vector(1)',
      time: '4000000000',
    })
    expect(data).toMatchObject({
      resultType: 'vector',
      result: [{ metric: {}, value: [4_000_000_000, '2'] }],
    })
  })

  const logs = { direction: 'backward', query: '{host="fw-1"} |= "failed"', step: '2000ms', ...range }

  test('lines of Explore come newest first, with tags and figures as structured metadata', async () => {
    const headers = { ...tokenHeaders('user-admin'), 'X-Loki-Response-Encoding-Flags': 'categorize-labels' }
    const data = await loki.dataOf('/query_range', { ...logs, limit: '5' }, headers)
    expect(data).toMatchObject({ resultType: 'streams', encodingFlags: ['categorize-labels'] })
    // Grafana reads the members in text order, and needs the flag before the streams.
    expect(Object.keys(data)).toEqual(['resultType', 'encodingFlags', 'result', 'stats'])
    const wanted = loki.corpus.events
      .filter(({ fields }) => fields.host === 'fw-1' && fields.message.includes('failed'))
      .sort((a, b) => b.occurrences[0] - a.occurrences[0])
      .slice(0, 5)
    type Line = [string, string, { structuredMetadata: Record<string, string> }]
    const lines: Line[] = data.result.flatMap(({ values }: { values: Line[] }) => values)
    lines.sort(([a], [b]) => Number(b) - Number(a))
    expect(lines.map(([at]) => at)).toEqual(wanted.map(({ occurrences: [at] }) => `${at}000`))
    for (const [, line, { structuredMetadata }] of lines) {
      const event = loki.corpus.events.find(({ id }) => String(id) === structuredMetadata.id)
      expect(event?.fields.message).toBe(line)
      const count = event?.occurrences.length ?? 0
      expect(structuredMetadata.counter).toBe(count > 1 ? String(count) : undefined)
      expect(structuredMetadata.user).toBe(event?.fields.tags.user)
      expect(structuredMetadata.ut_host).toBe(event?.fields.tags.host)
    }
    for (const { stream } of data.result)
      expect(Object.keys(stream)).toEqual(
        Object.keys(stream).filter(name =>
          ['facility', 'host', 'program', 'severity', 'type'].includes(name),
        ),
      )
  })

  test('without the flag tags are labels of streams', async () => {
    const data = await loki.dataOf('/query_range', { ...logs, limit: '1000' })
    expect(data.encodingFlags).toBeUndefined()
    type Stream = { stream: Record<string, string>; values: string[][] }
    expect(data.result.some(({ stream }: Stream) => stream.user !== undefined)).toBe(true)
    for (const { stream, values } of data.result as Stream[]) {
      expect(stream.detected_level).toMatch(/^(critical|error|warn|info|debug)$/)
      expect(values.every(value => value.length === 2)).toBe(true)
    }
  })

  test('the histogram over the lines is a matrix by level', async () => {
    const query = 'sum by (level, detected_level) (count_over_time({host="fw-1"} | drop __error__[10s]))'
    const data = await loki.dataOf('/query_range', { ...logs, query, step: '10000ms' })
    expect(data.resultType).toBe('matrix')
    const levels = data.result.map(({ metric }: { metric: object }) => metric)
    expect(levels).toEqual(
      ['critical', 'debug', 'error', 'info', 'warn'].map(detected_level => ({ detected_level })),
    )
    const total = data.result.flatMap(({ values }: { values: [number, string][] }) => values)
    const counted = total.reduce((sum: number, [, value]: [number, string]) => sum + Number(value), 0)
    const occurrences = loki.corpus.events
      .filter(({ fields }) => fields.host === 'fw-1')
      .flatMap(({ occurrences }) => occurrences)
    expect(counted).toBe(occurrences.length)
    for (const [at] of total) expect((at - start) % 10).toBe(0)
  })

  test('labels, their values and series fill the label browser', async () => {
    expect(await loki.dataOf('/labels', range)).toEqual([
      'detected_level',
      'facility',
      'host',
      'program',
      'service_name',
      'severity',
      'type',
      'user',
      'ut_host',
    ])
    expect(await loki.dataOf('/label/host/values', range)).toEqual([
      'FW-1',
      'fw-1',
      'fw-2',
      'lab\nhost',
      'web-1.lab',
    ])
    const some = { ...range, query: '{host=~"fw.*", program="sshd"}' }
    expect(await loki.dataOf('/label/host/values', some)).toEqual(['fw-1', 'fw-2'])
    expect(await loki.dataOf('/label/detected_level/values', range)).toEqual([
      ...['critical', 'debug', 'error', 'info', 'warn'],
    ])
    expect(await loki.dataOf('/label/nothing/values', range)).toEqual([])
    expect(await loki.dataOf('/label/service_name/values', range)).toEqual(
      await loki.dataOf('/label/program/values', range),
    )
    expect(await loki.dataOf('/label/counter/values', range)).toEqual([])
    const series = await loki.dataOf('/series', { ...range, 'match[]': '{host="fw-1", severity="error"}' })
    expect(series.length).toBeGreaterThan(3)
    for (const labels of series) expect(labels).toMatchObject({ host: 'fw-1', severity: 'error' })
  })

  test('figures of a selection are exact', async () => {
    const query = '{program="kernel"}'
    const events = loki.corpus.events.filter(({ fields }) => fields.program === 'kernel')
    const bytes = events.map(
      ({ fields, occurrences }) => Buffer.byteLength(fields.message) * occurrences.length,
    )
    const stats = (await loki.get('/index/stats', { ...range, query })).json()
    expect(stats).toMatchObject({
      chunks: 0,
      entries: events.flatMap(({ occurrences }) => occurrences).length,
      bytes: bytes.reduce((sum, one) => sum + one),
    })
    const { resultType, result } = await loki.dataOf('/index/volume', {
      ...range,
      query,
      limit: '2',
      targetLabels: 'host',
    })
    expect([resultType, result.length]).toEqual(['vector', 2])
    expect(Number(result[0].value[1])).toBeGreaterThanOrEqual(Number(result[1].value[1]))
    expect(Object.keys(result[0].metric)).toEqual(['host'])
  })

  test('a ranking at one moment comes best first', async () => {
    const query = 'topk(3, sum by (host) (count_over_time({program=~".+"}[10m])))'
    const { resultType, result } = await loki.dataOf('/query', { query, time: nanos(600) })
    expect(resultType).toBe('vector')
    const values = result.map(({ value }: { value: [number, string] }) => Number(value[1]))
    expect(values).toEqual(values.toSorted((a: number, b: number) => b - a))
    expect(values.length).toBe(3)
  })

  test('scalars, formatted queries and the build are answered as Loki does', async () => {
    expect(await loki.dataOf('/query', { query: '1 + 1', time: '4' })).toMatchObject({
      resultType: 'scalar',
      result: [4, '2'],
    })
    expect(await loki.dataOf('/format_query', { query: 'rate({host="a"}[5m])' })).toBe(
      'rate({host="a"} [5m])',
    )
    expect((await loki.get('/status/buildinfo')).json()).toMatchObject({ version: '1.2.3' })
  })
})

describe('times', () => {
  const count = async (parameters: Record<string, string>) => {
    const data = await loki.dataOf('/query_range', { query: '{host=~".+"}', limit: '5000', ...parameters })
    return data.result.flatMap(({ values }: { values: unknown[] }) => values).length
  }
  test.each([
    ['nanoseconds', nanos(60), nanos(120)],
    ['seconds', String(start + 60), String(start + 120)],
    ['seconds with a fraction', `${start + 60}.0`, `${start + 120}.000`],
    ['RFC 3339', '2026-01-01T00:01:00Z', '2026-01-01T01:02:00.000000+01:00'],
  ])('in %s', async (_name, from, to) => {
    const wanted = loki.corpus.events.filter(({ occurrences: [at] }) => {
      return at >= (start + 60) * 1_000_000 && at < (start + 120) * 1_000_000
    })
    expect(wanted.length).toBeGreaterThan(5)
    expect(await count({ start: from, end: to })).toBe(wanted.length)
  })

  test('`since` is the length of a range without a start', async () => {
    const wanted = await count({ start: nanos(100), end: nanos(130) })
    expect(await count({ since: '30s', end: nanos(130) })).toBe(wanted)
  })
})

describe('a fault is said as plain text', () => {
  const selector = '{host="fw-1"}'
  test.each<[path: string, parameters: Record<string, string>, status: number, text: string]>([
    ['/query_range', {}, 400, 'parse error : syntax error: unexpected end of the expression'],
    [
      '/query_range',
      { query: '{host="a"} | unpack' },
      400,
      'parse error at line 1, col 14: the stage "unpack" is not supported',
    ],
    [
      '/query',
      { query: selector },
      400,
      'log queries are not supported as an instant query type, please change your query to a range query type',
    ],
    [
      '/query',
      { query: 'sum(1)' },
      400,
      'parse error at line 1, col 1: unexpected scalar, expecting series for sum()',
    ],
    ['/query_range', { query: selector, limit: '0' }, 400, 'limit must be a positive value'],
    [
      '/query_range',
      { query: selector, limit: '5001' },
      400,
      'max entries limit per query exceeded, limit > max_entries_limit_per_query (5001 > 5000)',
    ],
    [
      '/query_range',
      { query: selector, limit: 'x' },
      400,
      'could not parse \'limit\' parameter: "x" is no integer',
    ],
    ['/query_range', { query: selector, direction: 'up' }, 400, "invalid direction 'up'"],
    [
      '/query_range',
      { query: selector, start: 'x' },
      400,
      'could not parse \'start\' parameter: cannot parse "x" to a valid timestamp',
    ],
    [
      '/query_range',
      { query: selector, start: '5', end: '4' },
      400,
      'end timestamp must not be before or equal to start time',
    ],
    [
      '/query_range',
      { query: 'vector(1)', step: '0' },
      400,
      'zero or negative query resolution step widths are not accepted. Try a positive integer',
    ],
    [
      '/query_range',
      { query: 'vector(1)', step: '5x' },
      400,
      'could not parse \'step\' parameter: "5x" is no duration',
    ],
    [
      '/query_range',
      { query: 'vector(1)', step: '1s', since: '11000s' },
      400,
      'exceeded maximum resolution of 11,000 points per time series. Try increasing the value of the step parameter',
    ],
    [
      '/query_range',
      { query: selector, interval: '5s' },
      400,
      'the parameter "interval" is not supported; ask for fewer lines with limit',
    ],
    [
      '/series',
      { 'match[]': 'x' },
      400,
      'parse error at line 1, col 1: syntax error: unexpected name x, expecting "{"',
    ],
    ['/index/stats', {}, 400, 'parse error : syntax error: unexpected end of the expression'],
  ])('%s %j', async (path, parameters, status, text) => {
    const answer = await loki.get(path, parameters)
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      status,
      'text/plain; charset=utf-8',
      text,
    ])
  })

  test('a caller without the right gets a refusal', async () => {
    const nobody = await loki.get('/labels', {}, {})
    expect([nobody.statusCode, nobody.body]).toEqual([401, 'Authentication credentials were not provided.'])
    expect((await loki.get('/labels', {}, tokenHeaders('ingest-1'))).statusCode).toBe(403)
  })
})

test.each<[path: string, parameters: Record<string, string[]>, text: string]>([
  ['/series', { 'match[]': Array(21).fill('{host="a"}') }, 'expected at most 20 selectors in match[]'],
  [
    '/index/volume',
    { query: ['{host="a"}'], targetLabels: [Array(51).fill('a').join(',')] },
    'expected at most 50 names in targetLabels',
  ],
])('%s takes its limit and no more', async (path, parameters, text) => {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters))
    for (const value of values) search.append(name, value)
  const url = `/loki/api/v1${path}?${search}`
  const answer = await loki.server.app.inject({ url, headers: tokenHeaders('user-admin') })
  expect([answer.statusCode, answer.body]).toEqual([400, text])
})

test('an error of ours has its id in the log', async () => {
  class Broken extends LogqlReads {
    override lines(): Promise<never> {
      return Promise.reject(new Error('broken'))
    }
  }
  const broken = await testServer({ logql: new Broken(loki.corpus.store, immediateTurns) })
  try {
    const url = address('/query_range', { query: '{host="a"}' })
    const answer = await broken.app.inject({ url, headers: tokenHeaders('user-admin') })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'text/plain; charset=utf-8'])
    expect(answer.body).toMatch(/^Internal error\. error_id: [0-9a-f-]{36}$/)
  } finally {
    await broken.app.close()
  }
})

test.each([
  ['Bearer', `Bearer ${tokenSecret('user-ann')}`],
  ['Basic', `Basic ${Buffer.from(`grafana:${tokenSecret('user-ann')}`).toString('base64')}`],
])('a token as %s reads the hosts of its user', async (_scheme, authorization) => {
  const data = await loki.dataOf('/label/host/values', range, { authorization })
  expect(data).toEqual(['FW-1', 'fw-1', 'fw-2'])
  const query = 'sum by (host) (count_over_time({host=~".+"}[1h]))'
  const counted = await loki.dataOf('/query', { query, time: nanos(700) }, { authorization })
  const hosts = counted.result.map(({ metric }: { metric: { host: string } }) => metric.host)
  expect(hosts).toEqual(['FW-1', 'fw-1', 'fw-2'])
  const lines = await loki.dataOf(
    '/query_range',
    { ...range, query: '{host=~".+"}', limit: '1000' },
    { authorization },
  )
  const seen = lines.result.map(({ stream }: { stream: { host: string } }) => stream.host)
  expect([...new Set(seen)].sort()).toEqual(['FW-1', 'fw-1', 'fw-2'])
})
