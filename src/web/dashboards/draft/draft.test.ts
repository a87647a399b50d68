import { expect, test } from 'vitest'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import type { Widget } from '../../../schema/dashboards/widget.ts'
import { bodyOf, draftOf, newWidget, withCells, withContent, withoutWidget, withWidget } from './draft.ts'
import { cellsOf, moveCell } from './layout.ts'

const owner = { id: 1, username: 'ann', fullname: '' }
const times = { created_at: 1, updated_at: 2 }
const widget = (id: number, config: Record<string, unknown>, more: Partial<Widget> = {}): Widget => ({
  id,
  owner,
  dashboard_ids: [7],
  type: 'TopN',
  title: '',
  config,
  is_public: false,
  position: id,
  size: null,
  read_only: false,
  query_id: `q${id}`,
  ...times,
  ...more,
})
const dashboard = (...widgets: Widget[]): Dashboard => ({
  id: 7,
  owner,
  title: 'A',
  is_public: false,
  is_default: false,
  config: { title: 'A' },
  widgets,
  read_only: false,
  ...times,
})
const stored = dashboard(
  widget(1, { col: 0, row: 0 }),
  widget(2, { col: 2, row: 0 }, { read_only: true }),
  widget(3, { col: 4, row: 0 }, { type: '', withdrawn: true, query_id: null }),
)
const exported = {
  config: stored.config,
  is_public: false,
  widgets: [
    { type: 'TopN', config: { col: 0, row: 0 }, position: 5 },
    { type: 'TopN', config: { col: 2, row: 0 }, is_public: true },
  ],
}

test('an unchanged draft saves what is stored, without withdrawn widgets', () => {
  expect(bodyOf(draftOf(stored), stored, exported)).toEqual({
    config: stored.config,
    is_public: false,
    is_default: false,
    widgets: exported.widgets,
  })
})

test('attached and withdrawn widgets stay where they are', () => {
  const draft = draftOf(stored)
  const moved = withCells(draft, moveCell(cellsOf(draft.widgets), 'w1', 0, 3))
  expect(moved.widgets[1]).toBe(draft.widgets[1])
  expect(moved.widgets[2]).toBe(draft.widgets[2])
})

test('nothing moved is nothing changed', () => {
  const draft = draftOf(stored)
  expect(withCells(draft, cellsOf(draft.widgets))).toBe(draft)
})

test('a widget that is moved keeps its query, one with other content does not', () => {
  const draft = draftOf(dashboard(widget(1, { col: 0, row: 0 }), widget(2, { col: 2, row: 0 })))
  const moved = withCells(draft, moveCell(cellsOf(draft.widgets), 'w1', 4, 0))
  expect(moved.widgets[0]).toMatchObject({ queryId: 'q1', config: { col: 4, row: 0, sizeX: 2, sizeY: 1 } })
  const other = withContent(draft, 'w1', { type: 'TopN', config: { limit: 3 } })
  expect(other.widgets[0]).not.toHaveProperty('queryId')
  expect(other.widgets[0]).toMatchObject({ id: 1, config: { limit: 3 } })
})

test('a new widget takes the first free space; a removed one goes', () => {
  const draft = draftOf(dashboard(widget(1, { col: 0, row: 0, sizeX: 4 })))
  const added = withWidget(draft, newWidget('n1', { type: 'Search', title: 'New', config: { sizeX: 3 } }))
  expect(added.widgets.map(({ key, config }) => [key, config])).toEqual([
    ['w1', { col: 0, row: 0, sizeX: 4 }],
    ['n1', { title: 'New', sizeX: 3, col: 0, row: 1, sizeY: 1 }],
  ])
  expect(withoutWidget(added, 'w1').widgets.map(({ key }) => key)).toEqual(['n1'])
})
