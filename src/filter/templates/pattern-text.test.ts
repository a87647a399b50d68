import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeholders } from '../../schema/event/template.ts'
import { parseFilter } from '../parse/parse-filter.ts'
import { plainRegex } from '../testing/plain-regex.ts'
import { slowTemplate } from '../testing/slow-template.ts'
import { anyMessage } from '../testing/trees.ts'
import { patternRegex, patternText } from './pattern-text.ts'
import { templateVerdicts } from './verdicts.ts'

const { digits, hex, mixed } = placeholders

test.each([
  [`user${digits} from ${digits}.${digits}`, 'user<N> from <N>.<N>', '^user[0-9]+ from [0-9]+\\.[0-9]+$'],
  [`id ${hex}; ${mixed}`, 'id <hex>; <id>', '^id [0-9A-Fa-f]+; [0-9A-Za-z]+$'],
  ['usage: kill <N>', 'usage: kill \\<N>', '^usage: kill <N>$'],
  ['a \\<id>', 'a \\\\\\<id>', '^a \\\\<id>$'],
  [`C:\\logs\\${digits}`, 'C:\\logs\\\\<N>', '^C:\\\\logs\\\\[0-9]+$'],
  ['tab\there', 'tab\there', '^tab\\x{9}here$'],
  ['', '', '^$'],
])('%j is written %j, which is the expression %j', (template, pattern, regex) => {
  expect(patternText(template)).toBe(pattern)
  expect(patternRegex(pattern)).toBe(regex)
})

const anyPiece = fc.constantFrom(
  '\\',
  '\\\\',
  '<N>',
  '<hex>',
  '<id>',
  '<',
  'N>',
  ' ',
  '12',
  'ab3',
  '0x1f',
  'a[b',
  '.',
)
const anyText = fc.oneof(
  anyMessage,
  fc.array(anyPiece, { maxLength: 8 }).map(pieces => pieces.join('')),
)

test('the pattern of a message finds it, and its template decides that', () => {
  fc.assert(
    fc.property(anyText, message => {
      const template = slowTemplate(message)
      fc.pre(template !== '' || message === '')
      const pattern = patternText(template)
      expect(plainRegex(patternRegex(pattern), false).matcher(message).find()).toBe(true)
      const parsed = parseFilter([{ field: 'message', op: '|>', value: pattern }])
      if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults))
      // The verdict 2 is `yes`.
      if (template !== '' && !/[\u0000-\u0010]/.test(template))
        expect([pattern, templateVerdicts(parsed.predicate).verdictOf(template)]).toEqual([pattern, 2])
    }),
  )
})
