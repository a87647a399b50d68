import { taskTexts } from '../texts/tasks.ts'

export type TaskShow = keyof typeof taskTexts.shows
export type TaskSort = keyof typeof taskTexts.sorts
// The keys are the choices.
export const taskShows = Object.keys(taskTexts.shows) as TaskShow[]
// As above.
export const taskSorts = Object.keys(taskTexts.sorts) as TaskSort[]

/** The state of the tasks page, held by its address. */
export interface TasksState {
  view: 'list' | 'board'
  show: TaskShow
  sort: TaskSort
  text: string
  /** From 1. */
  page: number
}

const maxTextLength = 200

/** Reads the query part of an address. Invalid parts get their default. */
export function readTasksState(query: string): TasksState {
  const params = new URLSearchParams(query)
  const page = params.get('page') ?? ''
  return {
    view: params.get('view') === 'board' ? 'board' : 'list',
    show: taskShows.find(show => show === params.get('show')) ?? 'open',
    sort: taskSorts.find(sort => sort === params.get('sort')) ?? 'due',
    text: (params.get('q') ?? '').slice(0, maxTextLength),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address, without members that have their default. */
export function tasksAddress({ view, show, sort, text, page }: Partial<TasksState>): string {
  const params = new URLSearchParams()
  if (view === 'board') params.set('view', view)
  if (show !== undefined && show !== 'open') params.set('show', show)
  if (sort !== undefined && sort !== 'due') params.set('sort', sort)
  if (text) params.set('q', text)
  if (page !== undefined && page > 1) params.set('page', String(page))
  const query = params.toString()
  return query === '' ? '/tasks' : `/tasks?${query}`
}

/** The new task in an address such as `/tasks?new=1&event=7`; undefined for other addresses. */
export function readNewTask(query: string): { eventId?: string; title?: string } | undefined {
  const params = new URLSearchParams(query)
  if (params.get('new') !== '1') return undefined
  const eventId = /^\d{1,20}$/.exec(params.get('event') ?? '')?.[0]
  const title = params.get('title')?.slice(0, 255)
  return { ...(eventId && { eventId }), ...(title && { title }) }
}
