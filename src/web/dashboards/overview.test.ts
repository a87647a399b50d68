import { expect, test } from 'vitest'
import { overview, overviewDraft } from './overview.ts'

test('the overview is saved as it stands: rows that are full, and nothing over another', () => {
  const { title, config, widgets = [] } = overviewDraft('Mine', { from: 10, to: 20 }, 'UTC')
  expect([title, config?.time_range]).toEqual(['Mine', { ts_from: 10, ts_to: 20, timezone: 'UTC' }])
  expect(widgets.map(widget => widget.config?.title)).toEqual(overview.map(widget => widget.title))
  const cells = widgets.flatMap(({ config }) =>
    Array.from({ length: Number(config?.sizeX) }, (_, x) => `${config?.row}/${Number(config?.col) + x}`),
  )
  const rows = Math.max(...widgets.map(({ config }) => Number(config?.row))) + 1
  const grid = Array.from({ length: rows * 6 }, (_, cell) => `${Math.floor(cell / 6)}/${cell % 6}`)
  expect(cells).toEqual(grid)
})
