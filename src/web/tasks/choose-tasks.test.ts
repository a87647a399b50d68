import { expect, test } from 'vitest'
import type { Task, TaskStatus } from '../../schema/task.ts'
import { chooseTasks, countTasks } from './choose-tasks.ts'
import type { TasksState } from './tasks-address.ts'

const me = 1
const now = 1_000
function task(id: number, status: TaskStatus, more: Partial<Task> = {}): Task {
  const isOpen = status === 'new' || status === 'in_progress'
  return {
    id,
    title: `Task ${id}`,
    description: '',
    due: null,
    status,
    assigned_to: null,
    event_id: null,
    is_open: isOpen,
    is_closed: !isOpen,
    is_overdue: false,
    owner: { id: 2, username: 'ann', fullname: 'Ann' },
    created_at: id,
    updated_at: id,
    ...more,
  }
}
const tasks = [
  task(1, 'new', { due: 900, title: 'Fan of fw-1' }),
  task(2, 'in_progress', { assigned_to: me, due: 2_000, updated_at: 50 }),
  task(3, 'resolved', { assigned_to: me, due: 100, owner: { id: me, username: 'me', fullname: 'Me' } }),
  task(4, 'new', { assigned_to: 7, description: 'The FAN again' }),
]
const ids = (state: Partial<TasksState>) =>
  chooseTasks(tasks, { show: 'open', sort: 'due', text: '', ...state }, me, now).map(({ id }) => id)

const cases: [state: Partial<TasksState>, ids: number[]][] = [
  [{}, [1, 2, 4]],
  [{ show: 'mine' }, [2]],
  [{ show: 'unassigned' }, [1]],
  [{ show: 'overdue' }, [1]],
  [{ show: 'created' }, [3]],
  [{ show: 'closed' }, [3]],
  [{ show: 'all', sort: 'created' }, [4, 3, 2, 1]],
  [{ show: 'all', sort: 'updated' }, [2, 4, 3, 1]],
  [{ show: 'all', sort: 'title' }, [1, 2, 3, 4]],
  [{ show: 'all', sort: 'status' }, [4, 1, 2, 3]],
  [{ text: 'fan' }, [1, 4]],
  [{ text: 'fan fw' }, [1]],
]
for (const [state, wanted] of cases)
  test(`${JSON.stringify(state)} shows ${wanted}`, () => expect(ids(state)).toEqual(wanted))

test('the tasks of each filter are counted', () =>
  expect(countTasks(tasks, me, now)).toEqual({
    open: 3,
    mine: 1,
    unassigned: 1,
    overdue: 1,
    created: 1,
    closed: 1,
    all: 4,
  }))
