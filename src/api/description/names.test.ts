import { expect, test } from 'vitest'
import { operationIdOf, pathOf, sectionOf } from './names.ts'

const names: [method: string, path: string, isList: boolean, name: string][] = [
  ['get', '/api/tasks', true, 'listTasks'],
  ['post', '/api/tasks', false, 'createTask'],
  ['get', '/api/tasks/{id}', false, 'getTask'],
  ['put', '/api/tasks/{id}', false, 'replaceTask'],
  ['patch', '/api/tasks/{id}', false, 'updateTask'],
  ['delete', '/api/tasks/{id}', false, 'deleteTask'],
  ['get', '/api/events/{ev_id}/timestamps', false, 'getEventTimestamps'],
  ['delete', '/api/dashboards/{id}/widgets', false, 'deleteDashboardWidgets'],
  ['get', '/api/dashboard-templates', true, 'listDashboardTemplates'],
  ['get', '/api/dictionaries/time_range', false, 'getDictionariesTimeRange'],
  ['post', '/api/login', false, 'login'],
]
test.each(names)('%s %s', (method, path, isList, name) => {
  expect(operationIdOf(method, path, isList)).toBe(name)
})

const paths: [url: string, path: string][] = [
  ['/api/tasks/:id', '/api/tasks/{id}'],
  ['/api/events/:ev_id/triggers', '/api/events/{ev_id}/triggers'],
  ['/incoming/raw/*', '/incoming/raw/{path}'],
  ['/ping', '/ping'],
]
test.each(paths)('%s is %s', (url, path) => expect(pathOf(url)).toBe(path))

test('a path that no section has is refused, so that none is forgotten', () => {
  expect(sectionOf('/api')).toBe('Service')
  expect(sectionOf('/api/events/{ev_id}')).toBe('Events')
  expect(() => sectionOf('/elsewhere')).toThrow('/elsewhere belongs to no section of the API description')
})
