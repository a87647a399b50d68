import { expect, test } from 'vitest'
import { patternRegex } from '../../../filter/templates/pattern-text.ts'
import { messagePattern } from './event-pills.ts'

test.each([
  ['Failed password for bob from 10.0.0.7 port 22', 'Failed password for bob from <N>.<N>.<N>.<N> port <N>'],
  ['Interface Gi0/12 down (id a81f-7c)', 'Interface <id>/<N> down (id <id>-<id>)'],
  ['says <N> and \\<id>', 'says \\<N> and \\\\\\<id>'],
  ['', ''],
])('%s', (message, pattern) => {
  expect(messagePattern(message)).toBe(pattern)
  expect(message).toMatch(new RegExp(patternRegex(pattern)))
})
