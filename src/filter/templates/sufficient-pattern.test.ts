import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeholders } from '../../schema/event/template.ts'
import { runs } from '../../testing/depth.ts'
import { regexFault } from '../regex/regex.ts'
import { StepBudget } from '../regex/step-budget.ts'
import { plainRegex } from '../testing/plain-regex.ts'
import { sufficientPattern } from './sufficient-pattern.ts'

const unrun = new StepBudget({ program: 10_000, run: 0 })

const { digits, hex, mixed } = placeholders

/** Whether the template alone decides that each of its messages matches. */
function isSure(pattern: string, template: string, ignoreCase = false): boolean {
  const sure = sufficientPattern(pattern, ignoreCase)
  return sure !== undefined && plainRegex(sure, ignoreCase).matcher(template).find()
}

test.each([
  ['fail.* port [0-9]+ to', `login failed for user${digits} port ${digits} to ${digits}.`, true],
  ['port \\d+ to', `port ${digits} to`, true],
  ['port \\d{1,} to', `port ${digits} to`, true],
  ['port \\d{2,} to', `port ${digits} to`, false],
  ['port \\d{1,5} to', `port ${digits} to`, false],
  ['port [0-9] to', `port ${digits} to`, false],
  ['port [1-9]+ to', `port ${digits} to`, false],
  ['port 80 to', `port ${digits} to`, false],
  ['port . to', `port ${digits} to`, false],
  ['port [^ ] to', `port ${digits} to`, false],
  ['port [^ ]+ to', `port ${mixed} to`, true],
  ['port [^x]+ to', `port ${mixed} to`, false],
  ['port \\D+ to', `port ${digits} to`, false],
  ['port \\S+ to', `port ${hex} to`, true],
  ['port \\S to', `port ${hex} to`, false],
  ['id=[a-f0-9]+$', `id=${hex}`, false],
  ['id=[a-fA-F0-9]+$', `id=${hex}`, true],
  ['id=\\w+;', `id=${mixed};`, true],
  ['(?:port|id) (\\d+\\.)+\\d+', `port ${digits}.${digits}.${digits}`, true],
  ['\\bport \\d+', `port ${digits}`, false],
])('%s in %j: %s', (pattern, template, sure) => {
  expect(isSure(pattern, template)).toBe(sure)
})

test('letters of hexadecimal numbers match in both cases where case does not count', () => {
  expect(isSure('ID=[a-f0-9]+$', `id=${hex}`, true)).toBe(true)
})

test.each([
  ['(?-i:id=[0-9a-z]+$)', `id=${mixed}`],
  ['(?-s)a.b\\d+', `a\nb${digits}`],
  ['(?i-s:a.b\\d+)', `a\nb${digits}`],
])('flags that switch off leave it open whether %s matches', (pattern, template) => {
  expect(isSure(pattern, template, true)).toBe(false)
})

const pieces = [
  'a',
  'b1',
  ' ',
  '.',
  '.*',
  '.+?',
  '\\d+',
  '\\d',
  '[0-9]*',
  '[^a]',
  '[^ ]+',
  '\\w+',
  '\\W',
  '\\S+',
  '[a-f0-9]+',
  '\\D*',
  '$',
  '^',
  '(?:a|\\d+)',
  '|',
  '\\.',
  '[0-9.]+',
  '[-0-9]+',
  '[^-a]+',
  '[\\d.]*',
  '[0-9-]+',
  '\\s*',
  '[\\d-]{0,}',
  '(\\w+ )?',
]
const anyPattern = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
  .map(parts => parts.join(''))
const anyTemplate = fc.array(fc.constantFrom('a', ' ', '.', 'b', '-', digits, hex, mixed), { maxLength: 7 })
const partsOf: Readonly<Record<string, readonly string[]>> = {
  [digits]: ['0', '7', '12', '2026'],
  [hex]: ['0', 'a', 'B1', 'ffe0', '99'],
  [mixed]: ['z', '0', 'Xy9', '12', 'aF'],
}

test('a certain verdict on a template holds for each message of it', () => {
  let sure = 0
  fc.assert(
    fc.property(
      anyPattern,
      anyTemplate,
      fc.boolean(),
      fc.infiniteStream(fc.nat(59)),
      (pattern, template, ignoreCase, draws) => {
        fc.pre(regexFault(pattern, ignoreCase, unrun) === undefined)
        if (!isSure(pattern, template.join(''), ignoreCase)) return
        sure++
        const regex = plainRegex(pattern, ignoreCase)
        for (let i = 0; i < 8; i++) {
          const message = template.map(part => {
            const choices = partsOf[part]
            return choices === undefined ? part : (choices[draws.next().value % choices.length] ?? '')
          })
          expect([message.join(''), regex.matcher(message.join('')).find()]).toEqual([message.join(''), true])
        }
      },
    ),
    { numRuns: runs(2_000) },
  )
  expect(sure).toBeGreaterThan(200)
})
