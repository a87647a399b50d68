import { expect, test } from 'vitest'
import { barChart } from '../../charts/bars.ts'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import { sampleSection, sampleTypes } from '../testing/samples.ts'
import { drawChart } from './draw-chart.ts'
import type { Drawing, Shape } from './drawing.ts'
import { palette, seriesColour, toneColour, valueColours } from './palette.ts'
import { svgOf } from './svg.ts'

const sheet = { width: 500, height: 150, zone: 'UTC' }
const ofKind = <Kind extends Shape['kind']>(drawing: Drawing | undefined, kind: Kind) =>
  (drawing?.shapes ?? []).filter((shape): shape is Extract<Shape, { kind: Kind }> => shape.kind === kind)
const words = (drawing: Drawing | undefined) => ofKind(drawing, 'text').map(({ text }) => text)

const tables = new Set(['Search', 'Tasks', 'Notifications', 'Patterns', 'Changes'])

test.each(sampleTypes)('%s: is drawn unless it is read as a table, and nothing is outside', type => {
  for (const width of [180, 500, 1_000]) {
    const drawing = drawChart(sampleSection(type), { ...sheet, width })
    expect(drawing !== undefined).toBe(!tables.has(type))
    const outside = (drawing?.shapes ?? []).filter(shape => {
      if (shape.kind === 'rect') return shape.x < 0 || shape.x + shape.width > width + 0.01
      if (shape.kind === 'line') return shape.x1 < 0 || shape.x2 > width
      return shape.kind === 'text' && (shape.x < 0 || shape.x > width || shape.y > (drawing?.height ?? 0) + 1)
    })
    expect(outside).toEqual([])
  }
})

test('the bars of a rate are the same as on the page', () => {
  const section = sampleSection('EventRate')
  if (!section.query) throw new Error('there is an answer')
  // The results of an EventRate.
  const { details } = section.query.results as EventRateResults
  const box = { ...sheet, top: 8, right: 2, bottom: 20, left: 44 }
  const stacks = details.map(period => ({ ...period, counts: [period.count] }))
  const chart = barChart(stacks, box, section.query.base_time, 'UTC')
  const wanted = chart.bars.flatMap(({ x, width, segments }) =>
    segments.map(({ y, height }) => ({ x, y, width, height })),
  )
  const drawn = ofKind(drawChart(section, sheet), 'rect').map(({ x, y, width, height }) => ({
    x,
    y,
    width,
    height,
  }))
  expect(drawn).toEqual(wanted)
})

const severities = {
  totals: {
    ts_from: 0,
    ts_to: 60,
    values: [
      { name: 3, count: 30 },
      { name: 6, count: 10 },
    ],
    cardinality: 2,
    count: 40,
    exact: true,
  },
}
const severityParams = { field: 'severity', limit: 5 }

test.each([
  { view: 'pie_chart', kind: 'path', count: 2 },
  { view: 'list', kind: 'rect', count: 4 },
] as const)('a TopN as $view', ({ view, kind, count }) => {
  const wishes = { params: severityParams, results: severities, config: { view_type: view } }
  const drawing = drawChart(sampleSection('TopN', wishes), sheet)
  expect(ofKind(drawing, kind)).toHaveLength(count)
  expect(words(drawing)).toEqual(expect.arrayContaining(['Error', 'Info']))
  const fills = (drawing?.shapes ?? []).flatMap(shape => ('fill' in shape ? [shape.fill] : []))
  expect(fills).toEqual(expect.arrayContaining([toneColour('error'), toneColour('info')]))
})

const latencies = {
  totals: {
    ts_from: 0,
    ts_to: 180,
    groups: 2,
    values: [
      { group: ['web-1'], values: { avg: 30.5, count: 4 } },
      { group: ['web-2'], values: { avg: null, count: 2 } },
    ],
  },
}
const statsParams = { functions: ['avg', 'count'], field: 'ut_ms', group_by: ['host'] }

test('a Stats as bars of its first function; a group without a number has a dash', () => {
  const drawing = drawChart(sampleSection('Stats', { params: statsParams, results: latencies }), sheet)
  expect(words(drawing)).toEqual(['web-1', '30.5', 'web-2', '–'])
  expect(ofKind(drawing, 'rect').filter(({ fill }) => fill !== palette.track)).toMatchObject([
    { width: expect.any(Number) },
    { width: 0 },
  ])
})

test('a Stats over time has a line for each group, broken where a period has no value', () => {
  const period = (ts_from: number, ...avgs: (number | null)[]) => ({
    ...{ ts_from, ts_to: ts_from + 60 },
    values: avgs.map((avg, index) => ({ group: [`web-${index + 1}`], values: { avg } })),
  })
  const details = [period(0, 10, 1), period(60, null, 2), period(120, 20, 3)]
  const results = { ...latencies, details }
  const wishes = { params: statsParams, results, config: { view_type: 'time_chart_lines' } }
  const drawing = drawChart(sampleSection('Stats', wishes), sheet)
  const lines = ofKind(drawing, 'path')
  const names = ['web-1', 'web-2'].map(name => ({ name, rest: false }))
  expect(lines.map(({ stroke }) => stroke)).toEqual(valueColours('host', names))
  expect(lines.map(({ path }) => path.split('M').length - 1)).toEqual([2, 1])
  expect(words(drawing)).toEqual(expect.arrayContaining(['web-1', 'web-2']))
})

test.each(['table', 'badge'])('a Stats shown as a %s is not drawn', view_type => {
  const wishes = { params: statsParams, results: latencies, config: { view_type } }
  expect(drawChart(sampleSection('Stats', wishes), sheet)).toBeUndefined()
})

test.each(['pie_chart', 'time_chart_bars'])(
  'of very many values a %s shows some and the sum of the rest',
  view_type => {
    const values = Array.from({ length: 1_000 }, (_, index) => ({ name: `h${index}`, count: 1 }))
    const period = { ts_from: 0, ts_to: 60, values, total_values: values, total_count: 1_000 }
    const totals = { ...severities.totals, values, cardinality: 1_000, count: 1_000 }
    const wishes = {
      params: { field: 'host' },
      config: { view_type },
      results: { totals, details: [period] },
    }
    const drawing = drawChart(sampleSection('TopN', wishes), sheet)
    const named = words(drawing).filter(text => /^(h\d+|Other)$/.test(text))
    expect(named.length).toBeLessThanOrEqual(13)
    expect(named.at(-1)).toBe('Other')
    expect(drawing?.shapes.length).toBeLessThan(100)
  },
)

test('outgoing traffic is mirrored under incoming traffic', () => {
  const paths = ofKind(drawChart(sampleSection('System_IOPS'), sheet), 'path')
  const heights = paths.map(({ path }) => [...path.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y)))
  const [reads = [], , writes = []] = heights
  expect(Math.max(...reads)).toBe(Math.min(...writes))
  expect(paths[0]?.fill).toBe(seriesColour(0))
})

test('several processors fill the picture together, and nothing is drawn before the first sample', () => {
  const period = (ts_from: number, usage_user: number, usage_idle: number) => ({
    ...{ ts_from, ts_to: ts_from + 60, usage_user, usage_idle },
  })
  const figure = { count: 1, last_ts: 60 }
  const results = {
    totals: { usage_user: figure, usage_idle: figure },
    details: [period(0, 0, 0), period(60, 300, 100)],
  }
  const drawing = drawChart(sampleSection('System_CPU', { results }), sheet)
  expect(words(drawing)).toContain('100%')
  expect(words(drawing)).not.toContain('150%')
  const [area] = ofKind(drawing, 'path')
  const points = [...(area?.path ?? '').matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  expect(Math.min(...points.map(([x = 0]) => x))).toBe(44 + (500 - 46) / 2)
  expect(Math.min(...points.map(([, y = 0]) => y))).toBe(8 + (150 - 28) / 4)
})

test.each([
  { type: 'TopN', results: { totals: { ...severities.totals, values: [] } } },
  { type: 'FieldStats', results: { totals: { ...severities.totals, values: [] } } },
  { type: 'Stats', results: { totals: { ...latencies.totals, values: [] } } },
  { type: 'LastN', results: { totals: { ts_from: 0, ts_to: 60, values: [], exact: true } } },
  { type: 'ProcessingStats', results: { totals: { new: 0 }, details: [] } },
  { type: 'System_CPU', results: { totals: {}, details: [] } },
] as const)('nothing in a $type is no drawing', ({ type, results }) => {
  expect(drawChart(sampleSection(type, { results }), sheet)).toBeUndefined()
})

test('as SVG it has outlines for letters, and no text of anybody', async () => {
  const drawing = drawChart(sampleSection('TopN'), sheet)
  if (!drawing) throw new Error('a TopN is drawn')
  const name = '<script>alert(1)</script>'
  const shapes = drawing.shapes.map(shape => (shape.kind === 'text' ? { ...shape, text: name } : shape))
  const svg = await svgOf({ ...drawing, shapes })
  expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="500"')).toBe(true)
  expect(svg).not.toMatch(/script|<text|NaN|undefined/)
})

test('a heat map has a row for each value, and the counts of its colours', () => {
  for (const width of [180, 500, 1_000]) {
    const config = { view_type: 'heat_map' }
    const params = { field: 'severity', show_other: false, with_subperiods: true }
    const periods = [1, 100].map((count, index) => {
      const counts = [
        { name: 3, count },
        { name: 6, count: 0 },
      ]
      const period = { ts_from: index * 30, ts_to: (index + 1) * 30 }
      return { ...period, values: counts, total_values: counts, total_count: count }
    })
    const section = sampleSection('TopN', { config, params, results: { ...severities, details: periods } })
    const drawing = drawChart(section, { ...sheet, width })
    expect(words(drawing).slice(0, 2)).toEqual(['Error', 'Info'])
    expect(words(drawing)).toContain('1')
    expect(words(drawing)).toContain('46–100')
    const paths = ofKind(drawing, 'path').filter(({ path }) => path !== '')
    expect(new Set(paths.map(({ fill }) => fill)).size).toBe(2)
    for (const shape of ofKind(drawing, 'text')) expect(shape.x).toBeLessThanOrEqual(width)
  }
})
