import { ann, type BadRequest, denied, json, notFound, refused, required } from './row.ts'

const annJson = { ...ann, 'content-type': 'application/json' }

/** Bad requests for tasks, users and groups. */
export const badTasksAndPeople: readonly BadRequest[] = [
  refused('tasks without the permission `tasks`', 'GET /api/tasks', 403, denied, { headers: ann }),
  refused(
    'a task without a title',
    'POST /api/tasks',
    400,
    { title: required, code: 'validation' },
    { headers: json, body: '{}' },
  ),
  refused(
    'several faults in a task',
    'POST /api/tasks',
    400,
    {
      title: ['This field may not be blank.'],
      status: ['"done" is not a valid choice.'],
      due: ['A valid number is required.'],
      assigned_to: ['A valid integer is required.'],
      colour: ['There is no such field.'],
      code: 'validation',
    },
    {
      headers: json,
      body: '{"title": "", "status": "done", "due": "tomorrow", "assigned_to": "me", "colour": 1}',
    },
  ),
  refused(
    'a task for an unknown user',
    'POST /api/tasks',
    400,
    { assigned_to: ['Invalid pk "99" - object does not exist.'], code: 'validation' },
    { headers: json, body: '{"title": "Fan", "assigned_to": 99}' },
  ),
  refused(
    'tasks assigned to a user by name',
    'GET /api/tasks?assigned_to=me,ann',
    400,
    { assigned_to: '"ann" is neither the id of a user nor "me".', code: 'validation' },
    { headers: json },
  ),
  refused(
    'tasks of an owner that is not a number',
    'GET /api/tasks?owner=1,ann',
    400,
    { owner: 'A valid integer is required.', code: 'validation' },
    { headers: json },
  ),
  refused('an unknown task, body as bad as can be', 'PUT /api/tasks/99', 404, notFound, {
    headers: json,
    body: '{',
  }),
  refused(
    'users without the permission `manage_users`, even oneself by id',
    'GET /api/users/2',
    403,
    denied,
    { headers: ann },
  ),
  refused(
    'groups given to oneself',
    'PATCH /api/users/me',
    400,
    { groups: ['There is no such field.'], code: 'validation' },
    { headers: annJson, body: '{"groups": [1]}' },
  ),
  refused(
    'a new password with a wrong present one',
    'PATCH /api/users/me',
    400,
    { current_password: ['The password is not right.'], code: 'validation' },
    { headers: annJson, body: '{"password": "tree-house", "current_password": "guess"}' },
  ),
  refused(
    'a new password of one character',
    'PATCH /api/users/me',
    400,
    { password: ['Ensure this field has at least 8 characters.'], code: 'validation' },
    { headers: annJson, body: '{"password": "x"}' },
  ),
  refused(
    'a new password that everybody tries first',
    'PATCH /api/users/me',
    400,
    { password: ['This password is too common.'], code: 'validation' },
    { headers: annJson, body: '{"password": "P@ssw0rd1"}' },
  ),
  refused(
    'the last administrator, disabled',
    'PATCH /api/users/1',
    409,
    { detail: 'The last administrator has to stay.', code: 'conflict' },
    { headers: json, body: '{"is_active": false}' },
  ),
  refused(
    'a user with a taken name, in another letter case',
    'POST /api/users',
    400,
    { username: ['A user with that username already exists.'], code: 'validation' },
    { headers: json, body: '{"username": "Ann"}' },
  ),
  refused(
    'a group with an unknown permission',
    'POST /api/groups',
    400,
    { 'permissions[1]': ['"fly" is not a valid choice.'], code: 'validation' },
    { headers: json, body: '{"name": "net", "permissions": ["search", "fly"]}' },
  ),
]
