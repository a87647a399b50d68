import { expect, test } from 'vitest'
import type { Task } from '../../schema/task.ts'
import { afterAnswer, afterSaving, type PendingChange, withChanges } from './pending-changes.ts'

function task(id: number): Task {
  return {
    id,
    title: `Task ${id}`,
    description: '',
    due: null,
    status: 'new',
    assigned_to: null,
    event_id: null,
    is_open: true,
    is_closed: false,
    is_overdue: false,
    owner: { id: 2, username: 'ann', fullname: 'Ann' },
    created_at: id,
    updated_at: id,
  }
}

const resolve: PendingChange = { taskId: 1, patch: { status: 'resolved' }, savedAt: undefined }
const assign: PendingChange = { taskId: 1, patch: { assigned_to: 7 }, savedAt: undefined }
const remove: PendingChange = { taskId: 2, patch: 'deleted', savedAt: undefined }

test('tasks show all pending changes', () => {
  expect(withChanges([task(1), task(2), task(3)], [resolve, remove, assign])).toEqual([
    { ...task(1), status: 'resolved', is_open: false, is_closed: true, assigned_to: 7 },
    task(3),
  ])
})

test('a change stays pending while it is saved, also after an answer without it', () => {
  const changes = afterAnswer([resolve, assign], [task(1)])
  expect(withChanges([task(1)], changes)).toMatchObject([{ status: 'resolved', assigned_to: 7 }])
  const saved = afterSaving(changes, resolve, 5)
  expect(withChanges([task(1)], saved)).toMatchObject([{ status: 'resolved', assigned_to: 7 }])
  expect(afterAnswer(saved, [{ ...task(1), updated_at: 5 }])).toEqual([assign])
})

test('an answer that ends no change leaves the same list', () => {
  const changes = [resolve]
  expect(afterAnswer(changes, [task(1)])).toBe(changes)
})

test('an answer from before the change that arrives after it does not show the old state', () => {
  const saved = afterSaving(afterSaving([resolve, remove], resolve, 5), remove, 0)
  const older = [task(1), task(2)]
  const changes = afterAnswer(saved, older)
  expect(withChanges(older, changes)).toMatchObject([{ id: 1, status: 'resolved' }])
  expect(afterAnswer(changes, [{ ...task(1), updated_at: 6 }])).toEqual([])
  expect(afterAnswer(changes, [])).toEqual([])
})
