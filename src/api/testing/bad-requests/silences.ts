import { type BadRequest, json, notFound, refused, required } from './row.ts'

const code = 'validation'

export const badSilences: readonly BadRequest[] = [
  refused(
    'a silence without an end, and with a read-only member',
    'POST /api/silences',
    400,
    { ends_at: required, suppressed_count: ['There is no such field.'], code },
    { headers: json, body: '{"name": "x", "suppressed_count": 3}' },
  ),
  refused(
    'a silence that ends before it starts',
    'POST /api/silences',
    400,
    { ends_at: ['Expected a time after starts_at.'], code },
    { headers: json, body: '{"name": "x", "starts_at": 200, "ends_at": 100}' },
  ),
  refused(
    'a silence of an unknown trigger',
    'POST /api/silences',
    400,
    { trigger_ids: ['Invalid pk "99" - there is no trigger with this id that you may change.'], code },
    { headers: json, body: '{"name": "x", "ends_at": 9000000000, "trigger_ids": [99]}' },
  ),
  refused(
    'a silence by a field that matches do not tell',
    'POST /api/silences',
    400,
    {
      'filter[0].field': [
        'A silence cannot filter by type: matches of triggers are stored without the type of their events.',
      ],
      code,
    },
    {
      headers: json,
      body: '{"name": "x", "ends_at": 9000000000, "filter": [{"field": "type", "value": "SYSLOG"}]}',
    },
  ),
  refused(
    'silences in an unknown state',
    'GET /api/silences?state=active,gone',
    400,
    { state: '"gone" is not a valid choice.', code },
    { headers: json },
  ),
  refused('an unknown silence', 'PATCH /api/silences/99', 404, notFound, {
    headers: json,
    body: '{"ends_at": "soon"}',
  }),
]
