import { expect, test } from 'vitest'
import { ApiError } from '../api/http/api-error.ts'
import { formFaults } from './field-faults.ts'

const shown = ['title', 'timezone', 'time_range', 'emails', 'query', 'schedule', 'minute']
const sent = { emails: ['ann@example.org', 'nope'], filterFields: ['message', 'severity'] }

const cases: [
  name: string,
  fields: Record<string, string[]>,
  at: Record<string, string>,
  generalFault?: string,
][] = [
  ['a field', { title: ['This field may not be blank.'] }, { title: 'This field is required.' }],
  [
    'a fault of a zone that is sent twice is shown once',
    { timezone: ['expected a time zone'], 'time_range.timezone': ['expected a time zone'] },
    { timezone: 'Expected a time zone.' },
  ],
  [
    'the invalid address',
    { 'emails[1]': ['This value is not valid.'] },
    { emails: '“nope” is not a valid e-mail address.' },
  ],
  [
    'the filter that is wrong',
    { 'query.params.filter[1].value': ['expected a number'] },
    { query: 'Filter on Severity: expected a number.' },
  ],
  [
    'the names that a filter may have, as the page writes them',
    { 'query.params.filter[1].value': ['expected a number or one of ERROR, WARNING'] },
    { query: 'Filter on Severity: expected a number or a name: error, warning.' },
  ],
  ['a dashboard that is gone', { dashboard_id: ['There is none.'] }, { query: 'There is none.' }],
  ['a part of a crontab', { 'schedule.cron.minute': ['expected 0 to 59'] }, { minute: 'Expected 0 to 59.' }],
  ['a moment', { 'schedule.timestamp': ['expected a time'] }, { schedule: 'Expected a time.' }],
  ['a fault that no field shows', { non_field_errors: ['too many reports'] }, {}, 'Too many reports.'],
]
for (const [name, fields, at, generalFault] of cases)
  test(name, () => {
    const faults = formFaults(new ApiError(400, 'validation', '', { fields }), shown, sent)
    expect(Object.fromEntries(faults.fields)).toEqual(at)
    expect(faults.generalFault).toBe(generalFault)
  })

test('an error without fields shows its message, any other failure a general text', () => {
  expect(formFaults(new ApiError(503, 'unavailable', 'Not now.'), shown, sent).generalFault).toBe('Not now.')
  expect(formFaults(new TypeError('x'), shown, sent).generalFault).toBe('Something unexpected happened.')
  expect(formFaults(undefined, shown, sent).generalFault).toBeUndefined()
})
