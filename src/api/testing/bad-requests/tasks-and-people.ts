import { ann, type BadRequest, denied, json, notFound, required } from './row.ts'

const annJson = { ...ann, 'content-type': 'application/json' }
const task = { method: 'POST', url: '/api/tasks', headers: json } as const
const me = { method: 'PATCH', url: '/api/users/me', headers: annJson } as const

/** About tasks, users and groups. */
export const badTasksAndPeople: readonly BadRequest[] = [
  {
    name: 'tasks without the permission `tasks`',
    method: 'GET',
    url: '/api/tasks',
    headers: ann,
    status: 403,
    answer: denied,
  },
  {
    ...task,
    name: 'a task without a title',
    body: '{}',
    status: 400,
    answer: { title: required, code: 'validation' },
  },
  {
    ...task,
    name: 'several faults in a task',
    body: '{"title": "", "status": "done", "due": "tomorrow", "assigned_to": "me", "colour": 1}',
    status: 400,
    answer: {
      title: ['This field may not be blank.'],
      status: ['"done" is not a valid choice.'],
      due: ['A valid number is required.'],
      assigned_to: ['A valid integer is required.'],
      colour: ['There is no such field.'],
      code: 'validation',
    },
  },
  {
    ...task,
    name: 'a task for a user that there is not',
    body: '{"title": "Fan", "assigned_to": 99}',
    status: 400,
    answer: { assigned_to: ['Invalid pk "99" - object does not exist.'], code: 'validation' },
  },
  {
    name: 'tasks assigned to somebody by name',
    method: 'GET',
    url: '/api/tasks?assigned_to=me,ann',
    headers: json,
    status: 400,
    answer: { assigned_to: '"ann" is neither the id of a user nor "me".', code: 'validation' },
  },
  {
    name: 'tasks of an owner who is no number',
    method: 'GET',
    url: '/api/tasks?owner=1,ann',
    headers: json,
    status: 400,
    answer: { owner: 'A valid integer is required.', code: 'validation' },
  },
  {
    name: 'a task that there is not, body as bad as can be',
    method: 'PUT',
    url: '/api/tasks/99',
    headers: json,
    body: '{',
    status: 404,
    answer: notFound,
  },
  {
    name: 'users without the permission `manage_users`, even oneself by id',
    method: 'GET',
    url: '/api/users/2',
    headers: ann,
    status: 403,
    answer: denied,
  },
  {
    ...me,
    name: 'groups given to oneself',
    body: '{"groups": [1]}',
    status: 400,
    answer: { groups: ['There is no such field.'], code: 'validation' },
  },
  {
    ...me,
    name: 'a new password with a wrong present one',
    body: '{"password": "new", "current_password": "guess"}',
    status: 400,
    answer: { current_password: ['The password is not right.'], code: 'validation' },
  },
  {
    name: 'the last administrator, disabled',
    method: 'PATCH',
    url: '/api/users/1',
    headers: json,
    body: '{"is_active": false}',
    status: 409,
    answer: { detail: 'The last administrator has to stay.', code: 'conflict' },
  },
  {
    name: 'a user of a name that is taken, in another letter case',
    method: 'POST',
    url: '/api/users',
    headers: json,
    body: '{"username": "Ann"}',
    status: 400,
    answer: { username: ['A user with that username already exists.'], code: 'validation' },
  },
  {
    name: 'a group with a permission that there is not',
    method: 'POST',
    url: '/api/groups',
    headers: json,
    body: '{"name": "net", "permissions": ["search", "fly"]}',
    status: 400,
    answer: { 'permissions[1]': ['"fly" is not a valid choice.'], code: 'validation' },
  },
]
