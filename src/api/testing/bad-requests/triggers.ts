import { ann, type BadRequest, denied, json, notFound, refused, required } from './row.ts'

const code = 'validation'

export const badTriggers: readonly BadRequest[] = [
  refused('triggers without the permission `triggers`', 'GET /api/triggers', 403, denied, { headers: ann }),
  refused(
    'a trigger without a name and a filter',
    'POST /api/triggers',
    400,
    { name: required, filter: required, code },
    { headers: json, body: '{}' },
  ),
  refused(
    'several faults in a trigger',
    'POST /api/triggers',
    400,
    {
      'filter[0].op': ['"about" is not a valid choice.'],
      'condition.kind': ['"often" is not a valid choice.'],
      'active_hours.from': ['This value is not valid.'],
      send_email_period: ['Ensure this value is greater than or equal to 0.'],
      hits_count: ['There is no such field.'],
      code,
    },
    {
      headers: json,
      body: JSON.stringify({
        name: 'x',
        filter: [{ field: 'host', op: 'about', value: 1 }],
        condition: { kind: 'often' },
        active_hours: { timezone: 'UTC', days: [1], from: '8', to: '09:00' },
        send_email_period: -1,
        hits_count: 3,
      }),
    },
  ),
  refused(
    'a condition without a member that its kind needs',
    'POST /api/triggers',
    400,
    { 'condition.seconds': ['A condition of the kind count needs this field.'], code },
    { headers: json, body: '{"name": "x", "filter": [], "condition": {"kind": "count", "count": 5}}' },
  ),
  refused(
    'a trigger on a field that changes after the event has arrived',
    'POST /api/triggers',
    400,
    {
      'filter[0].field': [
        'The field counter changes after the event has arrived, when triggers see it. A condition counts events.',
      ],
      code,
    },
    {
      headers: json,
      body: '{"name": "x", "filter": [{"field": "counter", "op": "gt", "value": 100}]}',
    },
  ),
  refused(
    'triggers with an unknown action',
    'GET /api/triggers?action=email,sms',
    400,
    { action: '"sms" is not a valid choice.', code },
    { headers: json },
  ),
  refused(
    'an import with faults in some triggers',
    'POST /api/triggers/import',
    400,
    {
      '[0].filter[0].value': ['This field is required.'],
      '[1].name': required,
      code,
    },
    { headers: json, body: '[{"name": "x", "filter": [{"field": "host"}]}, {"filter": []}]' },
  ),
  refused(
    'an import that is not a trigger',
    'POST /api/triggers/import',
    400,
    { '[1]': ['Invalid data. Expected an object, but got number.'], code },
    { headers: json, body: '[{"name": "x", "filter": []}, 7]' },
  ),
  refused(
    'a dry run of a trigger that cannot be',
    'POST /api/triggers/dry-run',
    400,
    { 'trigger.condition.seconds': ['A condition of the kind count needs this field.'], code },
    { headers: json, body: '{"trigger": {"condition": {"kind": "count", "count": 5}}}' },
  ),
  refused(
    'a dry run of a trigger with a misspelled member',
    'POST /api/triggers/dry-run',
    400,
    { 'trigger.filters': ['There is no such field.'], code },
    { headers: json, body: '{"trigger": {"filters": []}}' },
  ),
  refused(
    'a dry run of two triggers',
    'POST /api/triggers/dry-run',
    400,
    { non_field_errors: ['Expected exactly one of trigger and trigger_id.'], code },
    { headers: json, body: '{"trigger": {}, "trigger_id": 1}' },
  ),
  refused(
    'a dry run of half a year',
    'POST /api/triggers/dry-run',
    400,
    { time_range: ['Expected at most 90 days.'], code },
    { headers: json, body: '{"trigger": {}, "time_range": {"ts_from": -15552000, "ts_to": 0}}' },
  ),
  refused(
    'messages of a trigger about no event',
    'POST /api/triggers/preview',
    400,
    { event_id: ['This field is required.'], code },
    { headers: json, body: '{"trigger": {}}' },
  ),
  refused('a move of an unknown trigger', 'POST /api/triggers/99/move', 404, notFound, {
    headers: json,
    body: '{"position": "first"}',
  }),
]
