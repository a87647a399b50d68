import { afterAll, beforeAll, expect, test } from 'vitest'
import { slowTemplate } from '../../filter/testing/slow-template.ts'
import { start } from '../../query/logql/testing/corpus.ts'
import type { OracleEvent } from '../../query/testing/events.ts'
import { type LokiServer, nanos, openLokiServer, range } from './testing/loki-server.ts'

let loki: LokiServer
beforeAll(async () => {
  loki = await openLokiServer()
})
afterAll(() => loki.close())

const selection = ({ fields }: { fields: { program: string } }) => fields.program === 'sshd'
const query = '{program="sshd"}'
const found = () => loki.corpus.events.filter(selection)

test('labels of streams, with how many values they have', async () => {
  const answer = await loki.get('/detected_labels', { ...range, query })
  const distinct = (of: (fields: OracleEvent['fields']) => unknown) =>
    new Set(found().map(({ fields }) => of(fields))).size
  expect(answer.json()).toEqual({
    detectedLabels: [
      { label: 'facility', cardinality: distinct(({ facility }) => facility) },
      { label: 'host', cardinality: distinct(({ host }) => host) },
      { label: 'program', cardinality: 1 },
      { label: 'severity', cardinality: distinct(({ severity }) => severity) },
      { label: 'type', cardinality: distinct(({ type }) => type) },
    ],
  })
  const all = (await loki.get('/detected_labels', { ...range, query: '{}' })).json()
  expect(all.detectedLabels[2]).toEqual({ label: 'program', cardinality: 2 })
  expect((await loki.get('/detected_labels', { ...range, query: '' })).json()).toEqual(all)
  expect((await loki.get('/detected_labels', { ...range, query: '{host="x"}' })).json()).toEqual({
    detectedLabels: [],
  })
})

test('fields are the labels of lines, of as many of the newest as are asked for', async () => {
  const fieldsOf = async (more: Record<string, string> = {}) =>
    (await loki.get('/detected_fields', { ...range, query, ...more })).json()
  const users = new Set(found().flatMap(({ fields }) => fields.tags.user ?? []))
  const { fields, limit } = await fieldsOf()
  expect(limit).toBe(1_000)
  expect(fields.map(({ label }: { label: string }) => label)).toEqual([
    ...['cisco_mnemonic', 'detected_level', 'user', 'ut_host'],
  ])
  expect(fields[2]).toEqual({ label: 'user', type: 'string', cardinality: users.size, parsers: null })
  const [newest] = found().sort((a, b) => b.occurrences[0] - a.occurrences[0])
  const one = await fieldsOf({ line_limit: '1' })
  expect(one.fields.map(({ cardinality }: { cardinality: number }) => cardinality)).toEqual(
    one.fields.map(() => 1),
  )
  expect(one.fields.some(({ label }: { label: string }) => label === 'user')).toBe(
    newest?.fields.tags.user !== undefined,
  )
  expect((await fieldsOf({ limit: '2' })).fields).toEqual(fields.slice(0, 2))
  const values = (await loki.get('/detected_field/user/values', { ...range, query })).json()
  expect(values).toEqual({ values: [...users].sort(), limit: 1_000 })
  const two = (await loki.get('/detected_field/user/values', { ...range, query, limit: '2' })).json()
  expect([two.limit, two.values.length]).toEqual([2, 2])
  const level = { ...range, query: '{}' }
  expect((await loki.get('/detected_field/detected_level/values', level)).json().values).toEqual([
    ...['critical', 'debug', 'error', 'info', 'warn'],
  ])
  for (const name of ['id', 'no-label', 'nothing'])
    expect((await loki.get(`/detected_field/${name}/values`, level)).json().values).toEqual([])
})

test('volumes of each step are exact, and lie at its end', async () => {
  const { resultType, result } = await loki.dataOf('/index/volume_range', {
    ...{ start: nanos(65), end: nanos(540), step: '60s', targetLabels: 'host' },
    query,
  })
  expect(resultType).toBe('matrix')
  const hosts = new Map<string, Map<number, number>>()
  for (const { fields, occurrences } of found()) {
    for (const at of occurrences) {
      const end = (Math.floor(at / 60_000_000) + 1) * 60
      if (end <= start + 60 || end > start + 540) continue
      const own = hosts.get(fields.host) ?? new Map<number, number>()
      hosts.set(fields.host, own.set(end, (own.get(end) ?? 0) + Buffer.byteLength(fields.message)))
    }
  }
  const wanted = [...hosts].map(([host, values]) => [
    host,
    [...values].sort(([a], [b]) => a - b).map(([at, bytes]) => [at, String(bytes)]),
  ])
  type Volume = { metric: { host: string }; values: [number, string][] }
  const volumes = result.map(({ metric, values }: Volume) => [metric.host, values])
  expect(Object.fromEntries(volumes)).toEqual(Object.fromEntries(wanted))
  const total = ({ values }: Volume) => values.reduce((sum, [, value]) => sum + Number(value), 0)
  expect(result.map(total)).toEqual(result.map(total).toSorted((a: number, b: number) => b - a))
})

test('patterns are the templates of messages, with what each step has of them by level', async () => {
  const parameters = { start: nanos(0), end: nanos(700), step: '30s', query }
  const patterns = await loki.dataOf('/patterns', parameters)
  const levels = ['critical', 'critical', 'critical', 'error', 'warn', 'info', 'info', 'debug']
  const wanted = new Map<string, Map<number, number>>()
  for (const { id, fields, occurrences } of found()) {
    // The corpus writes every seventh event without one.
    const template = id % 7 === 0 ? '' : slowTemplate(fields.message).replace(/[\u0011-\u0013]+/g, '<_>')
    if (template === '') continue
    const key = JSON.stringify([template, levels[fields.severity]])
    const own = wanted.get(key) ?? new Map<number, number>()
    wanted.set(key, own)
    for (const at of occurrences) {
      const step = Math.floor(at / 30_000_000) * 30
      own.set(step, (own.get(step) ?? 0) + 1)
    }
  }
  type Pattern = { pattern: string; level: string; samples: [number, number][] }
  const got = patterns.map(({ pattern, level, samples }: Pattern) => [
    JSON.stringify([pattern, level]),
    samples,
  ])
  expect(got.length).toBeGreaterThan(8)
  expect(Object.fromEntries(got)).toEqual(
    Object.fromEntries([...wanted].map(([key, values]) => [key, [...values].sort(([a], [b]) => a - b)])),
  )
  const total = ({ samples }: Pattern) => samples.reduce((sum, [, count]) => sum + count, 0)
  expect(patterns.map(total)).toEqual(patterns.map(total).toSorted((a: number, b: number) => b - a))
  expect(patterns.map(({ pattern }: Pattern) => pattern)).toContain(
    'Failed password for root from <_>.<_>.<_>.<_> port <_>',
  )
})

test('an address that is not offered is a 404', async () => {
  for (const path of ['/index/shards', '/config']) {
    const { statusCode, headers, body } = await loki.get(path)
    expect([statusCode, headers['content-type'], body]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'Not found.',
    ])
  }
})

test('a method that an address does not take is a 405 in plain text', async () => {
  for (const [method, path] of [
    ['DELETE', '/query_range'],
    ['PUT', '/label/host/values'],
    ['PATCH', '/tail'],
  ] as const) {
    const { statusCode, headers, body } = await loki.server.app.inject({ method, url: `/loki/api/v1${path}` })
    expect([statusCode, headers['content-type'], body]).toEqual([
      405,
      'text/plain; charset=utf-8',
      `Method "${method}" not allowed.`,
    ])
    expect(headers.allow).toMatch(/GET/)
  }
})

test('the limits of Logs Drilldown, and whether the service is ready', async () => {
  expect((await loki.get('/drilldown-limits')).json()).toMatchObject({
    limits: { volume_enabled: true, max_entries_limit_per_query: 5_000, max_query_series: 500 },
    pattern_ingester_enabled: true,
    version: '1.2.3',
  })
  const { statusCode, headers, body } = await loki.server.app.inject('/ready')
  expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/plain; charset=utf-8', 'ready\n'])
})
