import { expect, test } from 'vitest'
import { displayedParts } from './displayed-parts.ts'

test.each([
  ['from <N>.<N>.<N>.<N> port <N>', ['from ', '[IP]', ' port ', '[N]']],
  ['<N>.<N>.<N>.<N>:<N> -> <N>.<N>.<N>.<N>', ['[IP]', ':', '[N]', ' -> ', '[IP]']],
  ['version <N>.<N>.<N>', ['version ', '[N]', '.', '[N]', '.', '[N]']],
  ['oid <N>.<N>.<N>.<N>.<N>', ['oid ', '[N]', '.', '[N]', '.', '[N]', '.', '[N]', '.', '[N]']],
  ['<N> on host.<N>.<N>.<N>.<N>', ['[N]', ' on host.', '[IP]']],
  ['<hex> <id> \\<N>.', ['[hex]', ' ', '[id]', ' <N>.']],
])('%s', (pattern, parts) => {
  expect(displayedParts(pattern).map(({ text, chip }) => (chip ? `[${chip}]` : text))).toEqual(parts)
})
