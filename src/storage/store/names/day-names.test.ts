import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { AnswerTooLargeError, type Cell, type ShardClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { StoredNames } from '../../memory/stored-names.ts'
import { StoredRepeats } from '../../memory/stored-repeats.ts'
import { partitionOf } from '../../reads/partitions.ts'
import type { NamedField } from '../../sql/named.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openEmbeddedStore } from '../embedded/open.ts'
import type { SqlStore } from '../sql-store.ts'
import { dayFields } from './day-fields.ts'
import { DayNames } from './day-names.ts'

const start = Date.UTC(2026, 0, 30) / 1_000
const day = 86_400
const read = internalRead('short', 30)
const fields = ['host', 'program', 'template'] as const

let id = 0
/** An event of a host `days` days after the start, which is repeated two seconds later. */
const eventOf = (host: string, days: number) =>
  rowsOf({
    ...{ ...ordinary, id: ++id, host, program: `on ${host}`, message: `up ${host}`, tags: {} },
    occurrences: [0, 2].map(second => (start + days * day + second) * 1_000_000),
  })

async function open(folder: string, log: (message: string) => void = () => {}) {
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 100_000, log })
  onTestFinished(() => store.close())
  await isLoaded(store)
  return store
}

const isLoaded = ({ names, repeats }: Pick<SqlStore, 'names' | 'repeats'>) =>
  until('the names', () => repeats.isRead && fields.every(field => names.of(field) !== undefined))

/** A loader over the tables of a store, and the days whose events it reads, a field at a time. */
function loaderOn({ client }: SqlStore) {
  const days: string[] = []
  const [shard] = client.shards
  const counting: ShardClient = {
    ...shard,
    select(sql, read) {
      const from = /FROM millrace\.events\s+WHERE sec >= toDateTime\((\d+)/.exec(sql)?.[1]
      if (from !== undefined) days.push(partitionOf(Number(from)))
      return shard.select(sql, read)
    },
  }
  const names = new StoredNames(() => {})
  const repeats = new StoredRepeats(() => {})
  const loader = new DayNames({
    ...{ client: { shards: [counting] }, log: () => {} },
    fields: dayFields(names, repeats),
  })
  onTestFinished(() => loader.close())
  return { loader, names, repeats, days }
}

const namesOf = ({ names }: Pick<SqlStore, 'names'>, field: NamedField) => {
  const ids = names.of(field)
  return ids && Array.from({ length: ids.size }, (_, i) => String(ids.firstValue(i))).sort()
}
const hasRepeat = ({ repeats }: Pick<SqlStore, 'repeats'>, days: number) =>
  repeats.mayBeIn({ from: start + days * day, to: start + days * day + 60 })
const fourTimes = (days: readonly string[]) => [...days, ...days, ...days, ...days]

test('a start reads the events of a day only if the day has changed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-day-names-'))
  const store = await open(folder)
  await store.append(spoolFile([...eventOf('a', 0), ...eventOf('b', 1), ...eventOf('c', 5)]))
  const first = loaderOn(store)
  await first.loader.load()
  expect(first.days).toEqual(fourTimes(['20260204', '20260131', '20260130']))
  await store.close()
  const reopened = await open(folder)
  const second = loaderOn(reopened)
  await second.loader.load()
  expect(second.days).toEqual([])
  for (const loaded of [first, second, reopened]) {
    expect(namesOf(loaded, 'host')).toEqual(['a', 'b', 'c'])
    expect(namesOf(loaded, 'program')).toEqual(['on a', 'on b', 'on c'])
    expect(loaded.names.shareOfTemplates(template => template === 0)).toBeCloseTo(1 / 3)
    expect([0, 1, 2, 5].map(days => hasRepeat(loaded, days))).toEqual([true, true, false, true])
  }
  // A late event, and a dropped month.
  await reopened.append(spoolFile(eventOf('late', 5)))
  for (const gone of ['20260130', '20260131'])
    await reopened.client.command(`ALTER TABLE millrace.events DROP PARTITION ${gone}`)
  const third = loaderOn(reopened)
  await third.loader.load()
  expect(third.days).toEqual(fourTimes(['20260204']))
  expect(namesOf(third, 'host')).toEqual(['c', 'late'])
  expect([0, 1, 5].map(days => hasRepeat(third, days))).toEqual([false, false, true])
  const months = 'SELECT DISTINCT intDiv(day, 100) FROM millrace.day_names'
  expect(await reopened.client.select(months, read)).toEqual([[202602]])
})

test('days that ended are stored once, by one of the services that share the tables', async () => {
  const store = await open(mkdtempSync(path.join(tmpdir(), 'millrace-day-names-')))
  const tomorrow = Math.floor(Date.now() / 1_000 / day) - Math.floor(start / day) + 1
  await store.append(spoolFile([...eventOf('a', 0), ...eventOf('b', tomorrow)]))
  const [one, other] = [loaderOn(store), loaderOn(store)]
  await one.loader.storeEndedDays()
  await other.loader.storeEndedDays()
  expect([one.days, other.days]).toEqual([fourTimes(['20260130']), []])
})

/** A shard with one day, whose statements on events are answered by `answer`. */
function shardOf(answer: (sql: string) => Promise<Cell[][]>): { shard: ShardClient; stored: string[] } {
  const stored: string[] = []
  const shard: ShardClient = {
    own: table => table,
    engineOf: () => 'MergeTree',
    isReplicated: false,
    onReplicas: async () => [],
    command: async () => {},
    insert: async sql => void stored.push(sql),
    async select(sql) {
      if (sql.includes('system.parts')) return [['20260130', 7, 10]]
      return sql.includes('FROM millrace.events') ? await answer(sql) : []
    },
  }
  return { shard, stored }
}

function loaderOf(shard: ShardClient) {
  const logged: string[] = []
  const delays: number[] = []
  const log = (message: string) => void logged.push(message)
  const names = new StoredNames(log)
  const repeats = new StoredRepeats(log)
  const loader = new DayNames({
    ...{ client: { shards: [shard] }, log, fields: dayFields(names, repeats) },
    wait: async (ms: number) => void delays.push(ms),
  })
  onTestFinished(() => loader.close())
  const sizes = () => fields.map(field => names.of(field)?.size)
  return { loader, repeats, logged, delays, sizes }
}

test('names that cannot be read are tried again less and less often, and not for ever', async () => {
  let isAway = true
  const { shard } = shardOf(async sql => {
    if (isAway && sql.includes('program')) throw new Error('away')
    return [['1', 1]]
  })
  const { loader, logged, delays, sizes, repeats } = loaderOf(shard)
  await loader.load()
  expect(delays.slice(0, 9)).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600].map(seconds => seconds * 1_000))
  expect(delays).toHaveLength(19)
  expect(logged).toEqual([
    'the values of program in the table were not read, conditions on it take longer: away',
  ])
  expect([repeats.isRead, ...sizes()]).toEqual([true, 1, undefined, 1])
  isAway = false
  await loader.load()
  expect(sizes()).toEqual([1, 1, 1])
})

test('a day with too many names is noted, so that the next start does not read it', async () => {
  const { shard, stored } = shardOf(async sql => {
    if (sql.includes('SELECT host')) throw new AnswerTooLargeError(64_000_000, undefined)
    const count = sql.includes('SELECT template') ? 100_001 : 1
    return Array.from({ length: count }, (_, i) => [String(i), 1])
  })
  const { loader, logged, sizes } = loaderOf(shard)
  await loader.load()
  expect(sizes()).toEqual([undefined, 1, undefined])
  expect(logged).toEqual([
    'events have too many values of host to know them all: conditions on it take longer',
    'events have too many values of template to know them all: conditions on it take longer',
  ])
  expect(stored.map(sql => /SELECT (.*)/.exec(sql)?.[1])).toEqual([
    "20260130, 'repeat', 7, 10, 1, ['0'], [1]",
    "20260130, 'host', 7, 10, 0, [], []",
    "20260130, 'program', 7, 10, 1, ['0'], [1]",
    "20260130, 'template', 7, 10, 0, [], []",
  ])
})

test('a load ends an earlier one', async () => {
  const answers: PromiseWithResolvers<Cell[][]>[] = []
  const { shard } = shardOf(() => {
    const answer = Promise.withResolvers<Cell[][]>()
    answers.push(answer)
    return answer.promise
  })
  const { loader, repeats, sizes } = loaderOf(shard)
  const earlier = loader.load()
  await until('a statement', () => answers.length === 1)
  const later = loader.load()
  await until('another statement', () => answers.length === 2)
  answers[0]?.resolve([['1', 1]])
  await earlier
  expect([repeats.isRead, answers.length]).toEqual([false, 2])
  for (const i of [1, 2, 3, 4]) {
    await until('its statement', () => answers.length === i + 1)
    answers[i]?.resolve([[String(i), 1]])
  }
  await later
  expect([repeats.isRead, ...sizes()]).toEqual([true, 1, 1, 1])
})
