import { ann, type BadRequest, denied, json, notFound, refused } from './row.ts'

const code = 'validation'

export const badNotifications: readonly BadRequest[] = [
  refused('notifications without the permission `notifications`', 'GET /api/notifications', 403, denied, {
    headers: ann,
  }),
  refused(
    'notifications in an unknown order',
    'GET /api/notifications?ordering=host',
    400,
    {
      ordering:
        '"host" is not one of updated_at, created_at, unread_since, read_at, last_issued, unread_count, name, id.',
      code,
    },
    { headers: json },
  ),
  refused('an unknown notification', 'PATCH /api/notifications/99', 404, notFound, {
    headers: json,
    body: '{"read_flag": "yes"}',
  }),
  refused(
    'reading notifications with invalid ids',
    'POST /api/notifications/read',
    400,
    { 'ids[0]': ['A valid integer is required.'], all: ['There is no such field.'], code },
    { headers: json, body: '{"ids": ["x"], "all": true}' },
  ),
]
