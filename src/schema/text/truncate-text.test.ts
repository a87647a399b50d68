import { expect, test } from 'vitest'
import { truncateText, withEllipsis } from './truncate-text.ts'

const cases: [text: string, maxLength: number, truncated: string, shown: string][] = [
  ['short', 5, 'short', 'short'],
  ['longer', 5, 'longe', 'longe…'],
  ['a𝒳b', 2, 'a', 'a…'],
  ['a𝒳b', 3, 'a𝒳', 'a𝒳…'],
]
test.each(cases)('%j in %i', (text, maxLength, truncated, shown) => {
  expect(truncateText(text, maxLength)).toBe(truncated)
  expect(withEllipsis(text, maxLength)).toBe(shown)
})
