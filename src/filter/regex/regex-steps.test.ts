import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { plainRegex } from '../testing/plain-regex.ts'
import { regexFault } from './regex.ts'
import { regexSteps } from './regex-steps.ts'
import { StepBudget } from './step-budget.ts'

const unrun = new StepBudget({ program: 10_000, run: 0 })

test.each([
  ['abc', 4],
  ['.{1000}', 1_001],
  ['(.{30}){30}', 961],
  ['(?:ab){3,}', 19],
  ['x{2,5}?y', 8],
  ['[a-z]{10}', 11],
  ['[]a]{10}', 11],
  ['\\x{100}', 2],
  ['\\x{41}{7}', 8],
  ['\\pL{3}', 64],
  ['\\p{Greek}', 22],
  ['\\Qa{1000}\\E', 12],
  ['\\{1000}', 7],
  ['a{', 3],
  ['(((', 1],
  [')', 2],
])('%s has %d steps', (pattern, steps) => {
  expect(regexSteps(pattern)).toBe(steps)
})

const part = fc.oneof(
  fc.constantFrom(
    'a',
    '.',
    '[a-f]',
    '[^x\\]]',
    '\\d',
    '\\pL',
    '[[:alpha:]_]',
    '\\x{41}',
    '|',
    '^',
    '\\b',
    '\\Q{9}\\E',
  ),
  fc.constantFrom('a*', '.+?', 'b?', 'c{3}', '\\w{2,40}', '[x-z]{7,}', '.{100}'),
)
const anyPattern = fc.letrec<{ pattern: string }>(tie => ({
  pattern: fc
    .array(
      fc.oneof(
        { maxDepth: 3 },
        part,
        fc
          .tuple(
            fc.constantFrom('(', '(?:', '(?P<n>', '(?i)('),
            tie('pattern'),
            fc.constantFrom('', '*', '{6}', '{2,9}'),
          )
          .map(([start, inside, times]) => `${start}${inside})${times}`),
      ),
      { maxLength: 6 },
    )
    .map(parts => parts.join('')),
})).pattern

test('a program has hardly more steps than the estimate for its pattern', () => {
  let read = 0
  fc.assert(
    fc.property(anyPattern, fc.boolean(), (pattern, ignoreCase) => {
      fc.pre(regexSteps(pattern) < 5_000 && regexFault(pattern, ignoreCase, unrun) === undefined)
      read++
      const size = plainRegex(pattern, ignoreCase).programSize()
      expect([pattern, size <= 4 * regexSteps(pattern) + 4]).toEqual([pattern, true])
    }),
    { numRuns: runs(300), seed: 11 },
  )
  expect(read).toBeGreaterThan(runs(120))
})
