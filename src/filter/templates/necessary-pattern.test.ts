import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeholders } from '../../schema/event/template.ts'
import { runs } from '../../testing/depth.ts'
import { plainRegex } from '../testing/plain-regex.ts'
import { slowTemplate } from '../testing/slow-template.ts'
import { necessaryPattern } from './necessary-pattern.ts'

const { digits, hex, mixed } = placeholders

function mayMatch(pattern: string, template: string, ignoreCase = false): boolean {
  const present = Object.values(placeholders).filter(placeholder => template.includes(placeholder))
  const necessary = necessaryPattern(pattern, ignoreCase, present)
  return necessary === undefined || plainRegex(necessary, ignoreCase).matcher(template).find()
}

test.each([
  ['failed for [a-z]+ ', `failed for user${digits} from`, false],
  ['failed for [a-z]+ ', `failed for user${digits} from trace ${hex}`, false],
  ['failed for [a-z0-9]+ from 10[.]', `failed for user${digits} from ${digits}.${digits}`, true],
  ['failed for [a-z0-9]+ to', `failed for user${digits} from ${digits}.${digits}`, false],
  ['port \\d\\d\\d to', `port ${digits} to`, true],
  ['port \\d{9} to', `port ${digits} to`, true],
  ['port \\d{9} to', `port ${digits} from`, false],
  ['port 80 to', `port ${digits} to`, true],
  ['port [^0-9]', `ports ${digits}`, false],
  ['id=dead$', `id=${hex}`, true],
  ['id=dead$', `id=${hex};`, false],
  ['id=x9$', `id=${mixed}`, true],
  ['(?i)ID=x', `id=${mixed}`, true],
])('%s in %j: %s', (pattern, template, may) => {
  expect(mayMatch(pattern, template)).toBe(may)
})

test('a predicate that does not match a template matches no message of it', () => {
  const text = fc
    .array(
      fc.constantFrom('a', 'b', 'K', 's', 'x', '0', '1', '19', ' ', ':', '-', '0x', 'é', 'ſ', '\u212a'),
      {
        maxLength: 10,
      },
    )
    .map(parts => parts.join(''))
  const atom = fc.constantFrom(
    ...[
      'a',
      'b',
      'k',
      's',
      'x',
      '0',
      '1',
      ' ',
      ':',
      '.',
      '\\d',
      '\\w',
      '\\D',
      '[a-c]',
      '[^a]',
      '[0-9x]',
      'é',
      '(?:a1)',
      '(0|b)',
    ],
  )
  const element = fc
    .tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '+?'))
    .map(parts => parts.join(''))
  const pattern = fc
    .tuple(
      fc.constantFrom('', '', '^'),
      fc.array(element, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('', '', '$', '|b1'),
    )
    .map(([begin, parts, end]) => begin + parts.join('') + end)
  let refused = 0
  fc.assert(
    fc.property(
      pattern,
      fc.array(text, { minLength: 10, maxLength: 10 }),
      fc.boolean(),
      (pattern, texts, ignoreCase) => {
        const regex = plainRegex(pattern, ignoreCase)
        for (const message of texts) {
          const template = slowTemplate(message)
          if (template === '' || mayMatch(pattern, template, ignoreCase)) continue
          refused++
          expect([message, regex.matcher(message).find()]).toEqual([message, false])
        }
      },
    ),
    { numRuns: runs(2_000) },
  )
  expect(refused).toBeGreaterThan(1_000)
})
