import { ann, type BadRequest, denied, json, refused } from './row.ts'

/** Bad requests for the retention. */
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
  refused('the retention without its permission', 'GET /api/retention', 403, denied, { headers: ann }),
]
