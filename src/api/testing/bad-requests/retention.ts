import { ann, type BadRequest, denied, json, refused } from './row.ts'

/** Bad requests for the retention, legal holds, and settings of the page. */
export const badRetention: readonly BadRequest[] = [
  refused(
    'several faults in a retention',
    'PATCH /api/retention',
    400,
    {
      days: ['Ensure this value is greater than or equal to 1.'],
      bytes: ['A valid integer is required.'],
      hours: ['There is no such field.'],
      code: 'validation',
    },
    { headers: json, body: '{"days": 0, "bytes": "200GB", "hours": 1}' },
  ),
  refused(
    'a legal hold of nothing',
    'POST /api/legal-holds',
    400,
    {
      'filter[0].op': ['expected one of eq, ne, =~, !~ for the field host'],
      'filter[1].field': ['The field counter changes as an event is repeated.'],
      ts_to: ['Ensure this is after ts_from.'],
      code: 'validation',
    },
    {
      headers: json,
      body: '{"name": "Case 7", "filter": [{"field": "host", "op": "gt", "value": "a"}, {"field": "counter", "value": 5}], "ts_from": 20, "ts_to": 10}',
    },
  ),
  refused(
    'a link whose host depends on the value',
    'PATCH /api/page-settings',
    400,
    {
      'field_links[0].url': [
        'expected an http or https address with {value} behind its host, such as https://jaeger.example/trace/{value}',
      ],
      code: 'validation',
    },
    {
      headers: json,
      body: '{"field_links": [{"field": "trace_id", "label": "Trace", "url": "https://{value}.example/"}]}',
    },
  ),
  refused('the retention without its permission', 'GET /api/retention', 403, denied, { headers: ann }),
]
