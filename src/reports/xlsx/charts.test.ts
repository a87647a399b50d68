import { describe, expect, test } from 'vitest'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import type { Section } from '../document/document.ts'
import { sectionOf } from '../sections/section.ts'
import { documentOf, start } from './testing/documents.ts'
import { part, type ReadCell, type ReadWorkbook, targets } from './testing/read-workbook.ts'
import { sheet, written } from './testing/written.ts'
import { all, type Element } from './testing/xml.ts'

function periods<Counts extends object>(count: number, step: number, counts: (index: number) => Counts) {
  return Array.from({ length: count }, (_, index) => {
    const ts_from = start + index * step
    return { ts_from, ts_to: ts_from + step, ...counts(index) }
  })
}

function section(type: string, params: Record<string, unknown>, results: object, view?: string): Section {
  const query: QueryRepresentation = {
    query_id: '1',
    status: 'SUCCESS',
    type,
    base_time: start,
    progress: 100,
    results: { ...results },
    params,
    owner_id: 1,
    created_at: start,
    updated_at: start,
  }
  const widget = view === undefined ? undefined : { config: { view_type: view } }
  return sectionOf({ title: "Fred's & all", widget, answer: { query, events: undefined } })
}

const totals = { ts_from: start, ts_to: start + 3600 }
const rate = (count: number) => ({
  totals: { ...totals, drill_up_time_range: null, sum: 1, count, min: 0, max: 9, avg: 1.5, last: 3 },
  details: periods(count, 60, index => ({ count: index * 7 })),
})
const names = ['fw-1', '=cmd', '日誌', 'other']
const top = {
  totals: { ...totals, values: names.map((name, index) => ({ name, count: 100 - index })), cardinality: 4 },
}
const topOverTime = {
  ...top,
  details: periods(5, 3600, at => ({
    values: [],
    total_values: names.map((name, index) => ({ name, count: at + index })),
    total_count: 99,
  })),
}
const severities = {
  totals: { ...totals, values: [6, 3].map(name => ({ name, count: name * 10 })), cardinality: 2 },
}
const received = {
  totals: { ...totals, new: 1, duplicates: 2, oot: 3, total: 6 },
  details: periods(60, 60, index => ({ new: index, duplicates: 2 * index, oot: 1 })),
}
const processor = {
  totals: {},
  details: periods(3, 60, index => ({ usage_user: 12.5 * index, usage_system: 3, usage_idle: 80 })),
}
const network = {
  totals: {},
  details: periods(3, 60, index => ({ 'if_packets.tx': 4, 'if_octets.tx': index * 1e6, 'if_octets.rx': 7 })),
}

const statsGroups = (...groups: string[][]) => ({
  totals: {
    ...totals,
    groups: groups.length,
    values: groups.map((group, index) => ({ group, values: { avg: index === 1 ? null : 4.5, count: 9 } })),
  },
})
const statsOverTime = {
  ...statsGroups([]),
  details: periods(3, 60, index => ({ values: [{ group: [], values: { avg: index, count: 2 } }] })),
}
const statsParams = { functions: ['avg', 'count'], field: 'ut_ms' }

describe('charts', () => {
  test.each<[name: string, section: Section, charts: string[]]>([
    ['counts over time', section('EventRate', {}, rate(60)), ['bar col clustered: Occurrences']],
    ['many periods', section('EventRate', {}, rate(400)), ['line standard: Occurrences']],
    ['no period at all', section('EventRate', {}, rate(0)), []],
    ['a ranking', section('TopN', { field: 'host' }, top), ['bar bar clustered: Occurrences']],
    [
      'codes by name',
      section('TopN', { field: 'severity' }, severities, 'list'),
      ['bar bar clustered: Occurrences'],
    ],
    ['a pie', section('TopN', { field: 'host' }, top, 'pie_chart'), ['pie: Occurrences']],
    ['a donut', section('TopN', { field: 'host' }, top, 'donut'), ['doughnut: Occurrences']],
    [
      'a ranking over time',
      section('TopN', { field: 'host' }, topOverTime),
      ['bar bar clustered: Occurrences', `bar col stacked: ${names.join()}`],
    ],
    [
      'over time alone, as the widget says',
      section('TopN', { field: 'host' }, topOverTime, 'time_chart_splines'),
      [`area stacked: ${names.join()}`],
    ],
    [
      'what was received',
      section('ProcessingStats', {}, received),
      ['bar col stacked: New,Duplicates,Out of time'],
    ],
    [
      'the processor, without its idle time',
      section('System_CPU', {}, processor),
      ['line standard: User,Nice,System,IRQ,SoftIRQ,I/O wait,Steal'],
    ],
    [
      'the bytes of a network',
      section('System_Network', {}, network),
      ['line standard: Bytes sent/s,Bytes received/s'],
    ],
    [
      'values of a field',
      section('FieldStats', { field: 'host' }, { totals: { ...top.totals, total_count: 9, count: 9 } }),
      ['bar bar clustered: Occurrences'],
    ],
    [
      'the first function of groups',
      section('Stats', { ...statsParams, group_by: ['host'] }, statsGroups(['a'], ['b'])),
      ['bar bar clustered: Average'],
    ],
    [
      'no chart of groups by two fields',
      section('Stats', { ...statsParams, group_by: ['host', 'program'] }, statsGroups(['a', 'x'])),
      [],
    ],
    [
      'the first function over time',
      section('Stats', statsParams, statsOverTime),
      ['line standard: Average'],
    ],
    ['no chart of values seen last', section('LastN', {}, { totals: { ...totals, values: [] } }), []],
  ])('%s', async (_, section, wanted) => {
    for (const kind of ['query', 'dashboard'] as const) {
      const { book } = await written(documentOf(kind, [section]))
      const charts = chartsOf(book, kind === 'query' ? 0 : 1)
      expect(charts.map(described)).toEqual(wanted)
      for (const chart of charts) checkReferences(book, chart)
    }
  })

  test('names of codes are the labels', async () => {
    const { book } = await written(documentOf('query', [section('TopN', { field: 'severity' }, severities)]))
    const [chart] = chartsOf(book, 0)
    const labels = chart && all(chart, 'c:cat').flatMap(cat => all(cat, 'c:v').map(({ text }) => text))
    expect(labels).toEqual(['INFO', 'ERROR'])
  })
})

test('small slices go without a label, and the title says when series are left out', async () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ name: `host-${index}`, count: 4 ** (10 - index) }))
  const results = {
    totals: { ...totals, values: many, cardinality: 10 },
    details: periods(2, 3600, () => ({ values: [], total_values: many, total_count: 99 })),
  }
  const { book } = await written(
    documentOf('query', [section('TopN', { field: 'host' }, results, 'pie_chart')]),
  )
  const [pie, time] = chartsOf(book, 0)
  const silent = pie ? all(pie, 'c:dLbl').map(label => all(label, 'c:idx')[0]?.attributes.val) : []
  expect(silent).toEqual(['3', '4', '5', '6', '7', '8', '9'])
  expect(time && all(time, 'c:ser')).toHaveLength(8)
  expect(time && all(time, 'c:title')[0]?.text).toBe("Fred's & all: the first 8, over time")
})

/** The charts of a sheet, found by its relations. */
function chartsOf(book: ReadWorkbook, index: number): Element[] {
  const path = Object.values(targets(book.parts, 'xl/_rels/workbook.xml.rels'))[index] ?? ''
  const relations = (of: string) => of.replace(/([^/]+)$/, '_rels/$1.rels')
  const [drawing] = all(part(book.parts, path), 'drawing')
  if (!drawing) return []
  const drawingPath = targets(book.parts, relations(path))[drawing.attributes['r:id'] ?? ''] ?? ''
  const charts = targets(book.parts, relations(drawingPath))
  return all(part(book.parts, drawingPath), 'c:chart').map(({ attributes }) =>
    part(book.parts, charts[attributes['r:id'] ?? ''] ?? ''),
  )
}

/** line standard: names of the series. */
function described(chart: Element): string {
  const [area] = all(chart, 'c:plotArea')
  const plot = area?.children.find(({ name }) => name.endsWith('Chart'))
  const value = (name: string) => (plot ? all(plot, name)[0]?.attributes.val : undefined)
  const kind = [plot?.name.slice(2, -'Chart'.length), value('c:barDir'), value('c:grouping')]
  const series = plot ? all(plot, 'c:tx').flatMap(tx => all(tx, 'c:v')) : []
  return `${kind.filter(Boolean).join(' ')}: ${series.map(({ text }) => text)}`
}

/** Expects that a chart's copies equal the cells it refers to. */
function checkReferences(book: ReadWorkbook, chart: Element): void {
  const references = [...all(chart, 'c:numRef'), ...all(chart, 'c:strRef')]
  expect(references.length).toBeGreaterThan(2)
  for (const reference of references) {
    const [formula] = all(reference, 'c:f')
    const wanted = cellsOf(book, formula?.text ?? '')
    const count = Number(all(reference, 'c:ptCount')[0]?.attributes.val)
    const kept = Array.from({ length: count }, (): ReadCell | undefined => undefined)
    for (const point of all(reference, 'c:pt'))
      kept[Number(point.attributes.idx)] = reference.name === 'c:numRef' ? Number(point.text) : point.text
    expect([formula?.text, kept]).toEqual([formula?.text, wanted])
  }
}

/** Cells of one column, by a reference as in formulas. */
function cellsOf(book: ReadWorkbook, formula: string): (ReadCell | undefined)[] {
  const match = /^'(.*)'!\$([A-Z]+)\$(\d+)(?::\$([A-Z]+)\$(\d+))?$/.exec(formula)
  if (!match) throw new Error(`no reference: ${formula}`)
  const [, quoted = '', column = '', top = '', right = column, bottom = top] = match
  expect(right).toBe(column)
  const { cells } = sheet(book, quoted.replaceAll("''", "'"))
  return Array.from(
    { length: Number(bottom) - Number(top) + 1 },
    (_, index) => cells[`${column}${Number(top) + index}`],
  )
}
