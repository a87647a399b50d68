import { expect, test } from 'vitest'
import {
  readNewTask,
  readOpenedTask,
  type TasksState,
  taskAddress,
  tasksAddress,
  tasksPage,
} from './tasks-address.ts'

const defaults: TasksState = { view: 'list', show: 'open', sort: 'due', text: '', page: 1 }
const states: [address: string, state: TasksState][] = [
  ['/tasks', defaults],
  ['/tasks?view=board', { ...defaults, view: 'board' }],
  ['/tasks?show=mine&sort=title&q=fan+of', { ...defaults, show: 'mine', sort: 'title', text: 'fan of' }],
  ['/tasks?show=all&page=3', { ...defaults, show: 'all', page: 3 }],
]
for (const [address, state] of states)
  test(`${address} is read and written`, () => {
    expect(tasksPage.read(address.split('?')[1] ?? '')).toEqual(state)
    expect(tasksAddress(state)).toBe(address)
  })

test('invalid parts get their default', () =>
  expect(tasksPage.read('view=x&show=constructor&sort=&page=0')).toEqual(defaults))

const news: [query: string, wanted: object | undefined][] = [
  ['', undefined],
  ['new=1', {}],
  ['new=1&event=1067&title=Disk+full', { eventId: '1067', title: 'Disk full' }],
  ['new=1&event=<b>', {}],
]
for (const [query, wanted] of news)
  test(`“${query}” asks for ${JSON.stringify(wanted)}`, () => expect(readNewTask(query)).toEqual(wanted))

test.each([
  [taskAddress(7), 7],
  ['/tasks/7/', 7],
  ['/tasks', undefined],
  ['/tasks/0', undefined],
  ['/tasks/new', undefined],
  ['/dashboards/7', undefined],
])('the path %s opens the task %s', (path, id) => expect(readOpenedTask(path)).toBe(id))
