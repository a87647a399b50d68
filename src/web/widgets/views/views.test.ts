import { expect, test } from 'vitest'
import { viewOf } from './views.ts'

test.each([
  ['TopN', {}, 'list'],
  ['TopN', { view_type: null }, 'list'],
  ['TopN', { view_type: 'pie_chart' }, 'pie_chart'],
  ['TopN', { view_type: 'Pie-Chart' }, 'pie_chart'],
  ['TopN', { view_type: 'time chart' }, 'time_chart_bars'],
  ['TopN', { view_type: 'time_chart_splines' }, 'time_chart_splines'],
  ['TopN', { view_type: 'world_map' }, 'list'],
  ['TopN', { view_type: 'constructor' }, 'list'],
  ['TopN', { with_subperiods: true }, 'time_chart_bars'],
  ['TopN', { with_subperiods: true, view_type: 'table' }, 'table'],
  ['EventRate', { view_type: 'time_chart_bars' }, 'bars'],
  ['EventRate', { view_type: 'gauge' }, 'gauge'],
  ['EventRate', { view_type: 'pie_chart' }, 'bars'],
  ['Search', { view_type: 7 }, 'stream'],
  ['System_CPU', {}, 'areas'],
] as const)('%s with %j is drawn as %s', (type, config, view) => {
  expect(viewOf(type, config)).toBe(view)
})
