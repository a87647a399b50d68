import { expect, test } from 'vitest'
import { parseAssignees } from './routes.ts'

const rows: [text: string | undefined, ids: number[]][] = [
  [undefined, []],
  ['', []],
  ['me', [7]],
  ['1', [1]],
  ['1, 2,me', [1, 2, 7]],
]

test.each(rows)('assigned_to=%s', (text, ids) => {
  expect(parseAssignees(text, 7)).toEqual(ids)
})

test.each(['Me', '1,', '-1', '1.5', 'ann', '1234567890123456'])('assigned_to=%s is refused', text => {
  const wrong = text.split(',').at(-1)
  expect(() => parseAssignees(text, 7)).toThrow(
    expect.objectContaining({
      code: 'validation',
      members: { assigned_to: `"${wrong}" is neither the id of a user nor "me".` },
    }),
  )
})

test('a filter names a bounded number of users', () => {
  expect(parseAssignees(Array(1_000).fill('1').join(','), 7)).toHaveLength(1_000)
  expect(() => parseAssignees(Array(1_001).fill('1').join(','), 7)).toThrow(
    expect.objectContaining({
      members: { assigned_to: 'Ensure this field has no more than 1000 elements.' },
    }),
  )
})
