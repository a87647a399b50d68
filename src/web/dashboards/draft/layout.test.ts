import { expect, test } from 'vitest'
import { type Cell, cellsOf, configAt, freePlace, moveCell, resizeCell } from './layout.ts'

/** `a 0,0 2x1` for each cell. */
const text = (cells: readonly Cell[]) => cells.map(({ key, x, y, w, h }) => `${key} ${x},${y} ${w}x${h}`)
const cell = (line: string): Cell => {
  const [key = '', x, y, w, h] = line.split(/[ ,x]/)
  return { key, x: Number(x), y: Number(y), w: Number(w), h: Number(h) }
}
const place = (...configs: Record<string, unknown>[]) =>
  text(cellsOf(configs.map((config, index) => ({ key: 'abcdefgh'[index] ?? '', config }))))

test.each<[name: string, configs: Record<string, unknown>[], wanted: string[]]>([
  [
    'as given',
    [
      { col: 0, row: 0, sizeX: 4, sizeY: 2 },
      { col: 4, row: 0 },
    ],
    ['a 0,0 4x2', 'b 4,0 2x1'],
  ],
  [
    'without gaps between rows',
    [
      { col: 0, row: 2 },
      { col: 2, row: 3 },
      { col: 0, row: 9, sizeX: 6 },
    ],
    ['a 0,0 2x1', 'b 2,0 2x1', 'c 0,1 6x1'],
  ],
  [
    'one over another: it moves down',
    [
      { col: 0, row: 0 },
      { col: 1, row: 0 },
    ],
    ['a 0,0 2x1', 'b 1,1 2x1'],
  ],
  ['beyond the last column: back into the grid', [{ col: 5, row: 0, sizeX: 3 }], ['a 3,0 3x1']],
  ['without a place: side by side', [{}, {}, {}, {}], ['a 0,0 2x1', 'b 2,0 2x1', 'c 4,0 2x1', 'd 0,1 2x1']],
  [
    'without a place: below the others',
    [{ sizeX: 3 }, { col: 0, row: 0 }, { sizeX: 3 }],
    ['a 0,1 3x1', 'b 0,0 2x1', 'c 3,1 3x1'],
  ],
  ['numbers as text, of forms', [{ col: '2', row: '0', sizeX: '4' }], ['a 2,0 4x1']],
  ['sizes beyond the grid', [{ col: -1, row: -1, sizeX: 99, sizeY: 0 }], ['a 0,0 6x1']],
  ['what is no number', [{ col: 'left', row: null }], ['a 0,0 2x1']],
])('places widgets %s', (_, configs, wanted) => {
  expect(place(...configs)).toEqual(wanted)
})

const three = ['a 0,0 3x1', 'b 3,0 3x1', 'c 0,1 6x1'].map(cell)

test.each<[name: string, cells: Cell[], wanted: string[]]>([
  ['right: its neighbour makes room', moveCell(three, 'a', 3, 0), ['a 3,0 3x1', 'b 3,1 3x1', 'c 0,2 6x1']],
  ['down: the gap above closes', moveCell(three, 'a', 0, 5), ['a 0,2 3x1', 'b 3,0 3x1', 'c 0,1 6x1']],
  ['beyond the edge: it stays inside', moveCell(three, 'b', 9, 0), text(three)],
  ['up to the first row', moveCell(three, 'c', 0, -3), ['a 0,1 3x1', 'b 3,1 3x1', 'c 0,0 6x1']],
  ['unknown', moveCell(three, 'x', 1, 1), text(three)],
])('moves a widget %s', (_, cells, wanted) => {
  expect(text(cells)).toEqual(wanted)
})

test.each<[name: string, cells: Cell[], wanted: string[]]>([
  ['taller', resizeCell(three, 'a', 3, 2), ['a 0,0 3x2', 'b 3,0 3x1', 'c 0,2 6x1']],
  ['wider than the grid', resizeCell(three, 'b', 9, 1), text(three)],
  ['over its neighbour', resizeCell(three, 'a', 4, 1), ['a 0,0 4x1', 'b 3,1 3x1', 'c 0,2 6x1']],
  ['to nothing', resizeCell(three, 'c', 0, 0), ['a 0,0 3x1', 'b 3,0 3x1', 'c 0,1 1x1']],
])('resizes a widget %s', (_, cells, wanted) => {
  expect(text(cells)).toEqual(wanted)
})

test('an attached widget keeps its place', () => {
  const cells = [{ ...cell('a 0,0 3x1'), isLocked: true }, cell('b 3,0 3x1')]
  expect(text(moveCell(cells, 'b', 0, 0))[0]).toBe('a 0,0 3x1')
})

test('a new widget takes the first free space', () => {
  expect(freePlace(['a 0,0 4x1', 'b 0,1 6x1'].map(cell), { w: 2, h: 1 })).toEqual({ x: 4, y: 0 })
  expect(freePlace(['a 0,0 4x1', 'b 0,1 6x1'].map(cell), { w: 3, h: 1 })).toEqual({ x: 0, y: 2 })
})

test('a config is written only when its place changes', () => {
  const config = { title: 'A', col: 0, row: 1 }
  expect(configAt(config, cell('a 0,1 2x1'))).toBe(config)
  expect(configAt(config, cell('a 0,1 3x1'))).toEqual({ title: 'A', col: 0, row: 1, sizeX: 3, sizeY: 1 })
})
