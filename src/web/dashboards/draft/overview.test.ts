import { expect, test } from 'vitest'
import { cellsOf, configAt } from './layout.ts'
import { overview } from './overview.ts'

test('the overview has full rows, and nothing over another', () => {
  const cells = cellsOf(overview.widgets)
  const taken = cells.flatMap(({ x, y, w, h }) =>
    Array.from({ length: w * h }, (_, index) => `${y + Math.floor(index / w)}/${x + (index % w)}`),
  )
  const grid = Array.from({ length: 5 * 6 }, (_, cell) => `${Math.floor(cell / 6)}/${cell % 6}`)
  expect(taken.toSorted()).toEqual(grid.toSorted())
  // Saving does not change it: its configs already have the cells of their widgets.
  for (const [index, cell] of cells.entries()) {
    const { config } = overview.widgets[index] ?? { config: {} }
    expect(configAt(config, cell)).toBe(config)
  }
})
