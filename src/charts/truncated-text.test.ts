import { expect, test } from 'vitest'
import { truncatedText } from './truncated-text.ts'

test.each<[tags: Record<string, string>, text: string | undefined]>([
  [
    { truncated_from: '1048576' },
    'This message was cut: it had 1,048,576 bytes as it came in, and only its beginning is kept.',
  ],
  [{}, undefined],
  [{ truncated_from: 'yes' }, undefined],
  [{ truncated_from: '9'.repeat(400) }, undefined],
])('%j', (tags, text) => {
  expect(truncatedText(tags)).toBe(text)
})
