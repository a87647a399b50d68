import { ann, type BadRequest, json, notFound, refused, required } from './row.ts'

const annJson = { ...ann, 'content-type': 'application/json' }

/** Bad requests for saved searches, notes, preferences and own sessions. */
export const badSearchesAndPreferences: readonly BadRequest[] = [
  refused(
    'a saved search without a title',
    'POST /api/searches',
    400,
    { title: required, code: 'validation' },
    { headers: annJson, body: '{}' },
  ),
  refused(
    'several faults in a saved search',
    'POST /api/searches',
    400,
    {
      title: ['This field may not be blank.'],
      'params.page': ['There is no such field.'],
      'columns[0].width': ['A valid integer is required.'],
      starred: ['There is no such field.'],
      code: 'validation',
    },
    {
      headers: annJson,
      body: '{"title": "", "params": {"page": 2, "filter": []}, "columns": [{"field": "host", "width": "wide"}], "starred": true}',
    },
  ),
  refused('a star that is neither true nor false', 'POST /api/searches/1/star', 404, notFound, {
    headers: json,
    body: '{"starred": 2}',
  }),
  refused(
    'saved searches by an invalid expression',
    'GET /api/searches?title__iregex=(',
    400,
    {
      title__iregex: 'Expected a regular expression in RE2 syntax: missing closing ): (',
      code: 'validation',
    },
    { headers: ann },
  ),
  refused(
    'a note of spaces',
    'POST /api/events/42/notes',
    400,
    { text: ['This value is not valid.'], code: 'validation' },
    { headers: annJson, body: '{"text": "  "}' },
  ),
  refused('a note on an event of a host that one does not see', 'POST /api/events/43/notes', 404, notFound, {
    headers: annJson,
    body: '{"text": "Fan"}',
  }),
  refused(
    'preferences that are a list',
    'PUT /api/users/me/preferences',
    400,
    { non_field_errors: ['Invalid data. Expected an object, but got list.'], code: 'validation' },
    { headers: annJson, body: '[]' },
  ),
  refused(
    'a change of preferences that is not an object',
    'PATCH /api/users/me/preferences',
    400,
    { non_field_errors: ['Invalid data. Expected an object, but got list.'], code: 'validation' },
    { headers: annJson, body: '[]' },
  ),
  refused('a session of another user, ended', 'DELETE /api/users/me/sessions/99', 404, notFound, {
    headers: ann,
  }),
]
