import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { ordinary, rowsOf, spoolFile } from '../../storage/testing/spool-file.ts'
import { openTestStore } from '../../storage/testing/test-store.ts'
import { LogqlReads } from './logql-reads.ts'
import { labelsKey } from './series.ts'
import { parseLogql } from './syntax/parse.ts'
import { immediateTurns } from './testing/no-events.ts'

const start = 1_767_225_600_000_000
const second = 1_000_000

/** Events of two hosts in four minutes, with a number, a duration and a size; many repeated. */
const events = Array.from({ length: 90 }, (_, i) => {
  const at = start + i * 2_700_000 + (i % 3) * 100_000
  return {
    ...ordinary,
    id: i + 1,
    host: i % 4 === 0 ? 'db-1' : 'web-1',
    severity: 6,
    value: (i * 37) % 64,
    message: JSON.stringify({
      path: `/p${i % 2}`,
      n: (i * 37) % 64,
      took: `${(i * 37) % 64}ms`,
      size: `${(i * 37) % 64}KiB`,
    }),
    tags: {},
    occurrences: [at, ...(i % 5 === 0 ? [at, at + 3 * second, at + 21 * second] : [])],
  }
})
type Event = (typeof events)[number]

let store: SqlStore
let reads: LogqlReads
const reader = { userId: 1, hosts: ['*'], signal: new AbortController().signal }
beforeAll(async () => {
  store = await openTestStore()
  await store.append(spoolFile(events.flatMap(({ value: _, ...event }) => rowsOf(event))))
  reads = new LogqlReads(store, immediateTurns)
})
afterAll(() => store.close())

const steps = { start: start + 20 * second, step: 25 * second, count: 9 }

/** A function of the values in the seconds before each step, in order of time, by labels. */
function wanted(
  seconds: number,
  labels: (event: Event) => Record<string, string>,
  how: (values: number[]) => number,
  fits: (event: Event) => boolean = () => true,
) {
  const samples = events
    .filter(fits)
    .flatMap(event =>
      event.occurrences.map(at => ({ at, value: event.value, key: labelsKey(labels(event)) })),
    )
    .sort((a, b) => a.at - b.at)
  const series = new Map<string, (number | undefined)[]>()
  for (const key of new Set(samples.map(sample => sample.key))) {
    const values = Array.from({ length: steps.count }, (_, i) => {
      const end = steps.start + i * steps.step
      const inside = samples.filter(
        ({ at, key: own }) => own === key && at > end - seconds * second && at <= end,
      )
      return inside.length === 0 ? undefined : how(inside.map(({ value }) => value))
    })
    if (values.some(value => value !== undefined)) series.set(key, values)
  }
  return series
}

async function metric(text: string, own = reader) {
  const expression = parseLogql(text)
  if (expression.kind === 'log') throw new Error(`${text} is no metric`)
  const found = await reads.metric(own, expression, text, steps)
  if (typeof found === 'number') throw new Error(`${text} is a scalar`)
  return new Map(found.map(({ key, values }) => [key, values]))
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: number[]) => sum(values) / values.length
const spread = (values: number[]) => mean(values.map(value => (value - mean(values)) ** 2))
const none = () => ({})
const byHost = ({ host }: Event) => ({ host })
const pathOf = ({ message }: Event) => /\/p\d/.exec(message)?.[0] ?? ''
const whole = (event: Event) => ({
  ...{ facility: 'kern', host: event.host, program: 'kernel', severity: 'info', type: 'SYSLOG' },
  ...{ path: pathOf(event), took: `${event.value}ms`, size: `${event.value}KiB` },
})

test.each<[string, () => Map<string, (number | undefined)[]>]>([
  ['sum(sum_over_time({host=~".+"} | json | unwrap n [1m]))', () => wanted(60, none, sum)],
  ['sum by (host) (sum_over_time({host=~".+"} | json | unwrap n [1m]))', () => wanted(60, byHost, sum)],
  [
    'sum by (host) (rate({host=~".+"} | json | unwrap n [40s]))',
    () => wanted(40, byHost, values => sum(values) / 40),
  ],
  ['avg_over_time({host=~".+"} | json | unwrap n [1m]) by (host)', () => wanted(60, byHost, mean)],
  ['min_over_time({host=~".+"} | json | unwrap n [1m]) by ()', () => wanted(60, none, v => Math.min(...v))],
  [
    'max_over_time({host=~".+"} | json | unwrap n [10s]) by (path)',
    () =>
      wanted(
        10,
        e => ({ path: pathOf(e) }),
        v => Math.max(...v),
      ),
  ],
  [
    'first_over_time({host=~".+"} | json | unwrap n [1m]) by (host)',
    () => wanted(60, byHost, v => v[0] ?? 0),
  ],
  [
    'last_over_time({host=~".+"} | json | unwrap n [1m]) by (host)',
    () => wanted(60, byHost, v => v.at(-1) ?? 0),
  ],
  ['stdvar_over_time({host=~".+"} | json | unwrap n [1m]) by (host)', () => wanted(60, byHost, spread)],
  [
    'stddev_over_time({host=~".+"} | json | unwrap n [1m]) by (host)',
    () => wanted(60, byHost, v => Math.sqrt(spread(v))),
  ],
  [
    'quantile_over_time(0.5, {host=~".+"} | json | unwrap n [1m]) by (host)',
    () =>
      wanted(60, byHost, values => {
        const sorted = values.toSorted((a, b) => a - b)
        const [low, high] = [Math.floor, Math.ceil].map(round => sorted[round((sorted.length - 1) / 2)] ?? 0)
        return ((low ?? 0) + (high ?? 0)) / 2
      }),
  ],
  [
    'sum by (host) (sum_over_time({host=~".+"} | json | unwrap duration(took) [1m]))',
    () => wanted(60, byHost, v => sum(v.map(value => value / 1_000))),
  ],
  [
    'sum by (host) (sum_over_time({host=~".+"} | json | unwrap duration_seconds(took) [1m]))',
    () => wanted(60, byHost, v => sum(v.map(value => value / 1_000))),
  ],
  [
    'sum by (host) (sum_over_time({host=~".+"} | json | unwrap bytes(size) [1m]))',
    () => wanted(60, byHost, v => sum(v.map(value => value * 1_024))),
  ],
  [
    'sum by (path) (sum_over_time({host=~".+"} |= "/p1" | json | n > 20 | unwrap n | path!="" [1m]))',
    () =>
      wanted(
        60,
        e => ({ path: pathOf(e) }),
        sum,
        e => e.value > 20 && pathOf(e) === '/p1',
      ),
  ],
  [
    'avg_over_time({host="db-1"} | json | unwrap n [5m])',
    () => wanted(300, whole, mean, e => e.host === 'db-1'),
  ],
  ['sum(sum_over_time({host=~".+"} | json | unwrap nothing [1m]))', () => new Map()],
])('%s is what an oracle says', async (text, wantedOf) => {
  const expected = wantedOf()
  const found = await metric(text)
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort())
  const rounded = (values: readonly (number | undefined)[] | undefined) =>
    values?.map(value => value && Number(value.toFixed(6)))
  for (const [key, values] of expected) expect(rounded(found.get(key))).toEqual(rounded(values))
})

test('a value that is no number fails the metric, unless a filter behind it removes it', async () => {
  await expect(metric('sum(sum_over_time({host=~".+"} | json | unwrap took [1m]))')).rejects.toMatchObject({
    code: 'validation',
    detail: expect.stringMatching(
      /^pipeline error: 'SampleExtractionErr' for series: '\{__error__="SampleExtractionErr"/,
    ),
  })
  expect(await metric('sum(sum_over_time({host=~".+"} | json | unwrap took | __error__="" [1m]))')).toEqual(
    new Map(),
  )
})

test('absent_over_time is 1 where no line has a value', async () => {
  const found = await metric('absent_over_time({host="db-1"} | json | unwrap nothing [1m])')
  expect(found).toEqual(new Map([['[["host","db-1"]]', new Array(steps.count).fill(1)]]))
  expect(await metric('absent_over_time({host=~".+"} | json | unwrap n [5m])')).toEqual(new Map())
})

test('only hosts of the reader have samples', async () => {
  const found = await metric('sum by (host) (sum_over_time({host=~".+"} | json | unwrap n [1m]))', {
    ...reader,
    hosts: ['db-1'],
  })
  expect([...found.keys()]).toEqual(['[["host","db-1"]]'])
})
