import { expect, test } from 'vitest'
import type { Widget } from '../../schema/dashboards/widget.ts'
import { gridRows } from './grid-rows.ts'

const widget = (id: number, config: Record<string, unknown>) => ({ id, position: id, config }) as Widget

const grids: [name: string, configs: Record<string, unknown>[], rows: string][] = [
  ['no widgets', [], ''],
  [
    'beside each other, by column',
    [
      { row: 0, col: 3, sizeX: 3 },
      { row: 0, col: 0, sizeX: 3 },
    ],
    '2x3 1x3',
  ],
  [
    'by row',
    [
      { row: 1, col: 0 },
      { row: 0, col: 0 },
    ],
    '2x2 | 1x2',
  ],
  ['without a place, in their order', [{}, {}, {}, {}], '1x2 2x2 3x2 | 4x2'],
  [
    'what does not fit begins a new row',
    [
      { row: 0, sizeX: 4 },
      { row: 0, sizeX: 4 },
    ],
    '1x4 | 2x4',
  ],
  ['too wide is the whole row', [{ row: 0, sizeX: 60 }], '1x6'],
  ['an invalid place', [{ row: 'x', col: null, sizeX: -1 }], '1x2'],
]
test.each(grids)('%s', (_, configs, rows) => {
  const placed = gridRows(configs.map((config, index) => widget(index + 1, config)))
  expect(
    placed.map(row => row.map(({ widget, columns }) => `${widget.id}x${columns}`).join(' ')).join(' | '),
  ).toBe(rows)
})
