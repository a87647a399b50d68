import { expect, test } from 'vitest'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import type { Widget } from '../../../schema/dashboards/widget.ts'
import { type Draft, newWidget, withoutWidget, withWidget } from '../draft/draft.ts'
import { type Editing, editingAfterSave, editingOf } from './editing.ts'
import { changed, undone } from './history.ts'

const owner = { id: 1, username: 'ann', fullname: '' }
const widget = (id: number, more: Partial<Widget> = {}): Widget => ({
  id,
  owner,
  dashboard_ids: [7],
  type: 'TopN',
  title: '',
  config: { col: 0, row: id },
  is_public: false,
  position: id,
  size: null,
  read_only: false,
  query_id: `q${id}`,
  created_at: 1,
  updated_at: 2,
  ...more,
})
const dashboard = (updated_at: number, ...widgets: Widget[]): Dashboard => ({
  id: 7,
  owner,
  title: 'A',
  is_public: false,
  is_default: false,
  config: { title: 'A' },
  widgets,
  read_only: false,
  created_at: 1,
  updated_at,
})
const before = dashboard(2, widget(1), widget(2, { withdrawn: true, query_id: null }))
const saved = dashboard(3, widget(1), widget(8))
const withChange = (editing: Editing, next: (draft: Draft) => Draft): Editing => ({
  ...editing,
  history: changed(editing.history, next(editing.history.present)),
})
const begun = withChange(editingOf(before), draft =>
  withWidget(draft, newWidget('new-1', { type: 'EventRate', config: {} })),
)

test('a save ends editing if nothing has changed since it was sent', () => {
  expect(editingAfterSave(begun, begun, saved)).toBeUndefined()
  expect(editingAfterSave(undefined, begun, saved)).toBeUndefined()
})

test('changes made while a save is sent are kept, and based on it', () => {
  const after = editingAfterSave(
    withChange(begun, draft => withoutWidget(draft, 'w1')),
    begun,
    saved,
  )
  expect(after?.basedOn).toBe(3)
  expect(after?.history.present.widgets).toMatchObject([{ key: 'new-1', id: 8, queryId: 'q8' }])
  expect(after?.baseline.widgets).toMatchObject([
    { key: 'w1', id: 1, queryId: 'q1' },
    { key: 'new-1', id: 8 },
  ])
  // Undoing the later change gives the saved draft.
  expect(after && undone(after.history).present).toBe(after?.baseline)
})

test('editing that has begun again since stays based on the dashboard before the save', () => {
  const again = withChange(editingOf(before), draft => withoutWidget(draft, 'w1'))
  expect(editingAfterSave(again, begun, saved)).toBe(again)
})
