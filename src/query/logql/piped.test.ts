import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { ordinary, rowsOf, spoolFile } from '../../storage/testing/spool-file.ts'
import { openTestStore } from '../../storage/testing/test-store.ts'
import { LogqlReads } from './logql-reads.ts'
import { labelsKey } from './series.ts'
import { parseLogql } from './syntax/parse.ts'
import { immediateTurns, NoEvents } from './testing/no-events.ts'

const start = 1_767_225_600_000_000
const second = 1_000_000
const levels = ['info', 'warn', 'error']

/** Events of two hosts in five minutes; a third of them JSON, a third logfmt; many repeated. */
const events = Array.from({ length: 120 }, (_, i) => {
  const level = levels[i % 3] ?? ''
  const at = start + i * 2_500_000 + (i % 4) * 250_000
  const messages = [
    JSON.stringify({ level, took: i, nested: { path: `/p${i % 2}` } }),
    `level=${level} took=${i} msg="a b" =x`,
    `plain text ${i}`,
  ]
  return {
    ...ordinary,
    id: i + 1,
    host: i % 5 === 0 ? 'db-1' : 'web-1',
    program: 'app',
    severity: 6,
    message: messages[Math.floor(i / 2) % 3] ?? '',
    tags: i % 7 === 0 ? { user: 'eve' } : {},
    occurrences: [at, ...(i % 6 === 0 ? [at + 1, at + 3 * second, at + 20 * second] : [])],
  }
})
type Event = (typeof events)[number]

let store: SqlStore
let reads: LogqlReads
const reader = { userId: 1, hosts: ['*'], signal: new AbortController().signal }
beforeAll(async () => {
  store = await openTestStore()
  await store.append(spoolFile(events.flatMap(rowsOf)))
  reads = new LogqlReads(store, immediateTurns)
})
afterAll(() => store.close())

const isJson = ({ message }: Event) => message.startsWith('{')
const isLogfmt = ({ message }: Event) => message.startsWith('level=')
const levelOf = ({ message }: Event) => /level[=":]+(\w+)/.exec(message)?.[1] ?? ''
const tookOf = ({ message }: Event) => Number(/took[=":]+(\d+)/.exec(message)?.[1] ?? Number.NaN)

const steps = { start: start + 30 * second, step: 20 * second, count: 14 }

/** Sums in the seconds before each step, by labels. */
function wanted(
  seconds: number,
  fits: (event: Event) => boolean,
  labels: (event: Event) => Record<string, string>,
  of: (event: Event) => number = () => 1,
) {
  const series = new Map<string, (number | undefined)[]>()
  for (const event of events.filter(fits)) {
    const key = labelsKey(labels(event))
    const values = series.get(key) ?? new Array<number | undefined>(steps.count).fill(undefined)
    for (let i = 0; i < steps.count; i++) {
      const end = steps.start + i * steps.step
      const count = event.occurrences.filter(at => at > end - seconds * second && at <= end).length
      if (count > 0) values[i] = (values[i] ?? 0) + count * of(event)
    }
    series.set(key, values)
  }
  return new Map([...series].filter(([, values]) => values.some(value => value !== undefined)))
}

async function metric(text: string, own = reader) {
  const expression = parseLogql(text)
  if (expression.kind === 'log') throw new Error(`${text} is no metric`)
  const found = await reads.metric(own, expression, text, steps)
  if (typeof found === 'number') throw new Error(`${text} is a scalar`)
  return new Map(found.map(({ key, values }) => [key, values]))
}

async function lines(text: string, limit = 1_000, newestFirst = true, own = reader) {
  const log = parseLogql(text)
  if (log.kind !== 'log') throw new Error(`${text} is no log query`)
  const query = { from: start, to: start + 400 * second, limit, newestFirst }
  return await reads.lines(own, { log, text }, query)
}

const noErrors = '| drop __error__, __error_details__'
const labelled = (name: string, value: string): Record<string, string> =>
  value === '' ? {} : { [name]: value }
const stream = ({ host }: Event) => ({
  facility: 'kern',
  host,
  program: 'app',
  severity: 'info',
  type: 'SYSLOG',
})

test('the histogram of Explore counts occurrences by a parsed level', async () => {
  const text = `sum by (level, detected_level) (count_over_time({service_name="app"} | json | logfmt ${noErrors} [20s]))`
  const found = await metric(text)
  const [level] = [...found.keys()].map(key => (JSON.parse(key) as [string, string][])[0]?.[1])
  expect(level).toBeDefined()
  const total = (series: ReadonlyMap<string, readonly (number | undefined)[]>) =>
    [...series.values()].flat().reduce<number>((sum, value) => sum + (value ?? 0), 0)
  expect(total(found)).toBe(
    total(
      wanted(
        20,
        () => true,
        levelled => labelled('level', levelOf(levelled)),
      ),
    ),
  )
})

test.each<[string, () => Map<string, (number | undefined)[]>]>([
  [
    `sum by (level) (count_over_time({host=~".+"} | json | logfmt ${noErrors} [45s]))`,
    () =>
      wanted(
        45,
        () => true,
        event => labelled('level', levelOf(event)),
      ),
  ],
  [
    'sum by (level) (count_over_time({host=~".+"} |= "level" | json | __error__="" | took >= 30 [1m]))',
    () =>
      wanted(
        60,
        e => isJson(e) && tookOf(e) >= 30,
        e => labelled('level', levelOf(e)),
      ),
  ],
  [
    'sum by (host, user) (count_over_time({host=~".+"} | logfmt | took < 60 [1m]))',
    () =>
      wanted(
        60,
        e => isLogfmt(e) && tookOf(e) < 60,
        ({ host, tags }) => ({ host, ...(tags.user && { user: tags.user }) }),
      ),
  ],
  [
    'sum(rate({host=~".+"} | json [10s]))',
    () =>
      wanted(
        10,
        () => true,
        () => ({}),
        () => 0.1,
      ),
  ],
  [
    'sum by (nested_path) (bytes_over_time({host=~".+"} |= "nested" | json [1m]))',
    () =>
      wanted(
        60,
        isJson,
        e => ({ nested_path: /\/p\d/.exec(e.message)?.[0] ?? '' }),
        e => Buffer.byteLength(e.message),
      ),
  ],
  [
    'count_over_time({host=~".+"} |= "nested" | json | drop took, nested_path [1m])',
    () => wanted(60, isJson, e => ({ ...stream(e), level: levelOf(e) })),
  ],
  [
    'sum without (host, level, took, msg) (count_over_time({host="web-1"} | logfmt | level="warn" [1m]))',
    () =>
      wanted(
        60,
        e => e.host === 'web-1' && isLogfmt(e) && levelOf(e) === 'warn',
        e => {
          const { host: _, ...rest } = stream(e)
          return rest
        },
      ),
  ],
  [
    'sum by (x) (count_over_time({host=~".+"} |= "nested" | json | label_format x="{{.level}}-{{.host}}" [1m]))',
    () => wanted(60, isJson, e => ({ x: `${levelOf(e)}-${e.host}` })),
  ],
  [
    'sum(bytes_over_time({host=~".+"} |= "nested" | json | line_format "{{.level}}" [1m]))',
    () =>
      wanted(
        60,
        isJson,
        () => ({}),
        e => levelOf(e).length,
      ),
  ],
  [
    'count_over_time({host="db-1"} | keep host [1m])',
    () =>
      wanted(
        60,
        e => e.host === 'db-1',
        () => ({ host: 'db-1' }),
      ),
  ],
  [
    'sum by (service_name) (count_over_time({host="db-1"} | logfmt [1m]))',
    () =>
      wanted(
        60,
        e => e.host === 'db-1',
        () => ({ service_name: 'app' }),
      ),
  ],
])('%s is what an oracle says', async (text, wantedOf) => {
  const found = await metric(text)
  const expected = wantedOf()
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort())
  for (const [key, values] of expected) {
    expect(found.get(key)?.map(value => value && Number(value.toFixed(9)))).toEqual(
      values.map(value => value && Number(value.toFixed(9))),
    )
  }
})

test('a metric over lines with an error fails as in Loki, unless the error is asked for', async () => {
  const failing = metric('sum by (level) (count_over_time({host=~".+"} | json [1m]))')
  await expect(failing).rejects.toMatchObject({
    code: 'validation',
    detail: expect.stringMatching(
      /^pipeline error: 'JSONParserErr' for series: '\{__error__="JSONParserErr", __error_details__="Value looks/,
    ),
  })
  const errors = await metric(
    'sum by (__error__) (count_over_time({host=~".+"} | json | __error__!="" [1m]))',
  )
  expect([...errors.keys()]).toEqual(['[["__error__","JSONParserErr"]]'])
  // Parsing stops at the label that is asked for, before the fault.
  const strict = 'count_over_time({host=~".+"} |= "level=" | logfmt --strict [1m])'
  await expect(metric(`sum by (level) (${strict})`)).resolves.toBeDefined()
  await expect(metric(`max by (level) (${strict})`)).rejects.toMatchObject({ code: 'validation' })
})

test('lines have the labels that stages leave, in order, as many as are asked for', async () => {
  const found = await lines(
    '{host=~".+"} | json | logfmt | level="error" | drop __error__, __error_details__',
  )
  const expected = events.filter(event => levelOf(event) === 'error').toReversed()
  expect(found.map(({ text }) => text)).toEqual(expected.map(({ message }) => message))
  expect(found.every(({ parsed }) => parsed.level === 'error' && !('__error__' in parsed))).toBe(true)
  const some = await lines('{host=~".+"} | logfmt | took >= 10', 5, false)
  const first = events.filter(event => isLogfmt(event) && tookOf(event) >= 10).slice(0, 5)
  expect(some.map(({ at }) => at)).toEqual(first.map(({ occurrences: [at] }) => at))
  const all = await lines('{host=~".+"} | json', 7)
  expect(all.map(({ at }) => at)).toEqual(
    events
      .slice(-7)
      .toReversed()
      .map(({ occurrences: [at] }) => at),
  )
  const levelled = await lines('{host="web-1"} | json | detected_level="info" | user="eve"')
  expect(levelled.length).toBe(
    events.filter(({ host, tags }) => host === 'web-1' && tags.user === 'eve').length,
  )
})

test('the read of the store ends when enough lines are found', async () => {
  let isClosed = false
  const { journal, windowSums, page, topValues, estimateRows } = new NoEvents()
  const watched = {
    ...{ journal, windowSums, page, topValues, estimateRows },
    async *events(...asked: Parameters<SqlStore['events']>) {
      try {
        yield* store.events(...asked)
      } finally {
        isClosed = true
      }
    },
  }
  const text = '{host=~".+"} | logfmt | took >= 10'
  const log = parseLogql(text)
  if (log.kind !== 'log') throw new Error(`${text} is no log query`)
  const query = { from: start, to: start + 400 * second, limit: 1, newestFirst: true }
  const found = await new LogqlReads(watched, immediateTurns).lines(reader, { log, text }, query)
  expect([found.length, isClosed]).toEqual([1, true])
})

test('only hosts of the reader are read', async () => {
  const own = { ...reader, hosts: ['db-1'] }
  const found = await lines('{host=~".+"} | json | logfmt | host!="nothing"', 1_000, true, own)
  expect(new Set(found.map(({ stream: labels }) => labels.host))).toEqual(new Set(['db-1']))
  const counted = await metric('sum by (host) (count_over_time({host=~".+"} | logfmt [5m]))', own)
  expect([...counted.keys()]).toEqual(['[["host","db-1"]]'])
})

test('selections by address read no stages', async () => {
  const text = '{host=~".+"} | json'
  const log = parseLogql(text)
  if (log.kind !== 'log') throw new Error(`${text} is no log query`)
  const span = { from: start / second, to: start / second + 600 }
  await expect(reads.streams(reader, { log, text }, span)).rejects.toThrow(
    'parse error at line 1, col 1: only label matchers, line filters and label filters are supported here',
  )
})
