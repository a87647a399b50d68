import { expect, test } from 'vitest'
import { ApiError } from '../../api/http/api-error.ts'
import { searchErrors } from './search-errors.ts'
import { readSearchState } from './search-state.ts'

const refused = (fields: Record<string, string[]>, status = 400) =>
  new ApiError(status, 'validation', 'x', { fields })
const cases: [query: string, path: string, text: string | undefined, pills: [number, string][]][] = [
  ['q=a&f=host:eq:b&f=severity:ge:x', 'params.filter[2].value', undefined, [[1, 'Expected a number.']]],
  ['f=host:eq:b&f=severity:ge:x', 'params.filter[1].value', undefined, [[1, 'Expected a number.']]],
  // A disabled filter is not sent.
  ['f=~host:eq:b&f=severity:ge:x', 'params.filter[0].value[0]', undefined, [[1, 'Expected a number.']]],
  ['q=a&f=host:eq:b', 'params.filter[0].value', 'Expected a number.', []],
]
for (const [query, path, text, pills] of cases)
  test(`${path} of ?${query}`, () =>
    expect(searchErrors(refused({ [path]: ['expected a number'] }), readSearchState(query))).toEqual({
      text,
      pills: new Map(pills),
    }))

const state = readSearchState('q=a')
test('an error about anything else has no place there', () => {
  expect(searchErrors(refused({ 'params.time_range': ['x'] }), state)).toBeUndefined()
  expect(searchErrors(refused({ 'params.filter[7]': ['x'] }), state)).toBeUndefined()
  expect(searchErrors(refused({}, 503), state)).toBeUndefined()
  expect(searchErrors(new TypeError('x'), state)).toBeUndefined()
})
