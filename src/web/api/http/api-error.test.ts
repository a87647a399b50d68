import { expect, test } from 'vitest'
import { errorText, readApiError } from './api-error.ts'

const cases: [name: string, status: number, body: unknown, wanted: object][] = [
  [
    'a sentence',
    404,
    { detail: 'Not found.', code: 'not_found' },
    { message: 'Not found.', code: 'not_found' },
  ],
  [
    'messages by field',
    400,
    { code: 'validation', 'params.limit': ['must be >= 1'], non_field_errors: ['Too much.'] },
    {
      message: 'params.limit: must be >= 1\nToo much.',
      fields: { 'params.limit': ['must be >= 1'], non_field_errors: ['Too much.'] },
    },
  ],
  [
    'a syntax error with its place',
    400,
    { code: 'query_syntax', detail: 'expected ")" at position 4', position: 4, expected: '")"' },
    { message: 'expected ")" at position 4', position: 4 },
  ],
  [
    'a proxy that speaks HTML',
    502,
    undefined,
    { message: 'The service is not available at the moment.', code: '' },
  ],
  ['a body that is no object', 418, 'tea', { message: 'The service answered with status 418.' }],
]
for (const [name, status, body, wanted] of cases)
  test(`reads ${name}`, () => expect(readApiError(status, body, null)).toMatchObject({ status, ...wanted }))

test('keeps how long to wait', () => {
  expect(readApiError(429, {}, '7').retryAfterSeconds).toBe(7)
  expect(readApiError(429, {}, 'Fri, 31 Dec 1999 23:59:59 GMT').retryAfterSeconds).toBeUndefined()
})

test('a quote in an error cannot disguise itself', () => {
  const error = readApiError(400, { detail: 'no host user\u202egpj.exe\u0000' }, null)
  expect(errorText(error)).toBe('no host user\\u202egpj.exe\\x00')
})
