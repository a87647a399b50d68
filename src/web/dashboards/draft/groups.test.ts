import { expect, test } from 'vitest'
import {
  type Draft,
  newWidget,
  withCells,
  withGroup,
  withGroupSettings,
  withoutGroup,
  withWidget,
} from './draft.ts'
import { gridCells, groupsOf, unfoldedCells, widgetCount, withGroups } from './groups.ts'
import { moveCell } from './layout.ts'

const widget = (key: string, config: Record<string, unknown>) => newWidget(key, { type: 'TopN', config })
const draftWith = (groups: unknown, ...widgets: Draft['widgets']): Draft => ({
  config: { title: 'A', row_groups: groups },
  isPublic: false,
  isDefault: false,
  widgets,
})
const two = draftWith(
  [
    { title: 'Web', row: 1 },
    { title: 'Edge', row: 4, folded: true },
  ],
  widget('a', { col: 0, row: 0 }),
  widget('b', { col: 0, row: 2, sizeY: 2 }),
  widget('c', { col: 3, row: 2 }),
  widget('d', { col: 0, row: 5 }),
)
const rows = (cells: readonly { key: string; y: number }[]) =>
  Object.fromEntries(cells.map(({ key, y }) => [key, y]))

test('headings are rows of the grid', () => {
  expect(rows(gridCells(two))).toEqual({ a: 0, 'group-0': 1, b: 2, c: 2, 'group-1': 4, d: 5 })
  // Programs without groups move widgets onto headings, and below tall widgets.
  const moved = draftWith(
    [{ title: 'Web', row: 0 }],
    widget('a', { col: 0, row: 0 }),
    widget('b', { col: 2, row: 9 }),
  )
  expect(rows(gridCells(moved))).toEqual({ 'group-0': 0, a: 1, b: 1 })
  const tall = draftWith([{ title: 'Web', row: 1 }], widget('a', { col: 0, row: 0, sizeY: 3 }))
  expect(rows(gridCells(tall))).toEqual({ a: 0, 'group-0': 3 })
})

test.each<[name: string, folded: string[], hasHeadings: boolean, wanted: Record<string, number>]>([
  ['none', [], true, { a: 0, 'group-0': 1, b: 2, c: 2, 'group-1': 4, d: 5 }],
  ['the first', ['Web'], true, { a: 0, 'group-0': 1, 'group-1': 2, d: 3 }],
  ['the last', ['Edge'], true, { a: 0, 'group-0': 1, b: 2, c: 2, 'group-1': 4 }],
  ['both', ['Web', 'Edge'], true, { a: 0, 'group-0': 1, 'group-1': 2 }],
  ['the first on TV', ['Web'], false, { a: 0, 'group-1': 1, d: 2 }],
])('folding %s hides widgets, and the rest moves up', (_, folded, hasHeadings, wanted) => {
  const cells = unfoldedCells(
    gridCells(two),
    groupsOf(two.config),
    ({ title }) => folded.includes(title),
    hasHeadings,
  )
  expect(rows(cells)).toEqual(wanted)
})

test('groups are added below everything, changed, moved and removed', () => {
  const added = withGroup(two, 'New', true)
  expect(groupsOf(added.config).at(-1)).toMatchObject({ title: 'New', row: 6, folded: true })
  const filled = withWidget(added, widget('e', { sizeX: 6 }))
  expect(rows(gridCells(filled))).toMatchObject({ 'group-2': 6, e: 7 })
  const renamed = withGroupSettings(two, 'group-1', 'Core', false)
  expect(renamed.config.row_groups).toEqual([
    { title: 'Web', row: 1 },
    { title: 'Core', row: 4 },
  ])
  const moved = withCells(two, moveCell(gridCells(two), 'group-0', 0, 0))
  expect(moved.config.row_groups).toMatchObject([{ title: 'Web', row: 0 }, { title: 'Edge' }])
  const removed = withoutGroup(withoutGroup(two, 'group-1'), 'group-0')
  expect(removed.config).toEqual({ title: 'A' })
  expect(rows(gridCells(removed))).toEqual({ a: 0, b: 1, c: 0, d: 3 })
})

test('an unchanged grid keeps its objects, and other members of the config stay', () => {
  expect(withCells(two, gridCells(two)).config).toBe(two.config)
  expect(withGroups(two.config, [])).toEqual({ title: 'A' })
  expect(groupsOf({ row_groups: [{ title: 'A' }, 7, { title: 'B', row: 2, folded: 'yes' }] })).toEqual([
    { key: 'group-0', title: 'B', row: 2 },
  ])
  const [first, second] = groupsOf(two.config)
  if (!first || !second) throw new Error('no groups')
  const count = (group: typeof first) => widgetCount(gridCells(two), groupsOf(two.config), group)
  expect([count(first), count(second)]).toEqual([2, 1])
})
