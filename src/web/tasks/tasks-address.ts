import { declareAddress, oneOf, pageNumber, type StateOf, searchText } from '../state/address.ts'
import { taskTexts } from '../texts/tasks.ts'

export type TaskShow = keyof typeof taskTexts.shows
export type TaskSort = keyof typeof taskTexts.sorts
// Both casts: the texts have exactly these keys, but Object.keys returns string[].
export const taskShows = Object.keys(taskTexts.shows) as TaskShow[]
export const taskSorts = Object.keys(taskTexts.sorts) as TaskSort[]

/** The state of the tasks page. */
export const tasksPage = declareAddress('/tasks', {
  view: oneOf('view', ['list', 'board'], 'list'),
  show: oneOf('show', taskShows, 'open'),
  sort: oneOf('sort', taskSorts, 'due'),
  text: searchText,
  page: pageNumber(),
})

export type TasksState = StateOf<typeof tasksPage>
export const tasksAddress = tasksPage.write

/** The address that opens a task over the page of tasks. */
export function taskAddress(id: number): string {
  return `/tasks/${id}`
}

/** The id of the task in a path such as `/tasks/7`; undefined for other paths. */
export function readOpenedTask(path: string): number | undefined {
  const id = /^\/tasks\/([1-9]\d{0,15})\/?$/.exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The new task in an address such as `/tasks?new=1&event=7`; undefined for other addresses. */
export function readNewTask(query: string): { eventId?: string; title?: string } | undefined {
  const params = new URLSearchParams(query)
  if (params.get('new') !== '1') return undefined
  const eventId = /^\d{1,20}$/.exec(params.get('event') ?? '')?.[0]
  const title = params.get('title')?.slice(0, 255)
  return { ...(eventId && { eventId }), ...(title && { title }) }
}
