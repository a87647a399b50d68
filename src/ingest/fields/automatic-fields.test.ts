import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { messageFormats } from '../../schema/event/message-format.ts'
import { runs } from '../../testing/depth.ts'
import { heldHeapBytes } from '../../testing/held-heap.ts'
import { blankEvent } from '../event/blank-event.ts'
import { AutomaticFields } from './automatic-fields.ts'
import { maxFields, maxValueLength, toTagName } from './field-sink.ts'
import { fieldsOf } from './testing/fields-of.ts'

const messages = {
  cef: 'CEF:0|a|b|c|d|e|f|k=v l=w',
  leef: 'LEEF:1.0|a|b|c|d|k=v\tl=w',
  json: '{"k":"v","l":"w"}',
  pairs: 'k=v l=w',
}

test.each(messageFormats)('%s: read when it is wanted, and not when all others are', format => {
  expect(fieldsOf(messages[format], { formats: [format] })).toMatchObject({ k: 'v', l: 'w' })
  const others = messageFormats.filter(other => other !== format && other !== 'pairs')
  expect(fieldsOf(messages[format], { formats: others })).toEqual({})
})

test('a tag that is there stays, and what shares the tags does not see the fields', () => {
  const shared = Object.freeze({ k: 'sent' })
  expect(fieldsOf('k=v l=w', { tags: shared })).toEqual({ k: 'sent', l: 'w' })
  expect(shared).toEqual({ k: 'sent' })
})

test('names of fields that recur do not keep the messages that they came from', () => {
  const fields = new AutomaticFields(['pairs'])
  const held = heldHeapBytes(() => {
    for (let i = 0; i < 500; i++) {
      const event = blankEvent('h', 0)
      event.message = `name_of_a_field_${i}=v l=w ${'x'.repeat(65_000)}`
      fields.apply(event)
      expect(event.tags).toEqual({ [`name_of_a_field_${i}`]: 'v', l: 'w' })
    }
  })
  expect(held).toBeLessThan(8 * 2 ** 20)
  // The names are used again.
  const event = blankEvent('h', 0)
  event.message = 'name_of_a_field_1=v l=w'
  fields.apply(event)
  expect(event.tags).toEqual({ name_of_a_field_1: 'v', l: 'w' })
})

describe('bounds', () => {
  it('many fields, long names and long values', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `k${i}=${i}`).join(' ')
    expect(Object.keys(fieldsOf(many))).toHaveLength(maxFields)
    const [name = '', value = ''] =
      Object.entries(fieldsOf(`${'n'.repeat(90)}=${'v'.repeat(5_000)} a=`))[0] ?? []
    expect([name.length, value.length]).toEqual([64, maxValueLength])
  })

  it('no more than 256 tags, counting the tags that an event came with', () => {
    const tags = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`t${i}`, 'x']))
    const many = Array.from({ length: 100 }, (_, i) => `k${i}=${i}`).join(' ')
    expect(Object.keys(fieldsOf(many, { tags }))).toHaveLength(256)
  })
})

test.each([
  ['src', 'src'],
  ['Rule Name', 'Rule_Name'],
  [' a  b ', 'a_b'],
  ['@ts', 'ts'],
  ['a[0].b', 'a_0_.b'],
  ['größe', 'größe'],
  ['名前', '名前'],
  ['"$%', ''],
  ['', ''],
  ['x'.repeat(100), 'x'.repeat(64)],
])('the tag for %j is %j', (name, tag) => expect(toTagName(name)).toBe(tag))

const piece = fc.oneof(
  fc.constantFrom(
    'CEF:0|',
    'LEEF:2.0|',
    'LEEF:1.0|',
    '|',
    '\\',
    '\\|',
    '=',
    '"',
    "'",
    ' ',
    '\t',
    ',',
    ';',
    '{',
    '}',
    '[',
    ']',
    ':',
    'x5E',
    '^',
    'Label=',
    'cs1',
    '@cee:',
    '\ud800',
    '\n',
    '#011',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('a', 'b=', 'c="d e"', '{"a":1}', '12345678901234567890'),
)

it('whatever the message: tags are texts within bounds, and of no more text than the message has', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('', 'CEF', 'LEEF'), (pieces, program) => {
      const message = pieces.join('')
      const tags = Object.entries(fieldsOf(message, { program }))
      expect(tags.length).toBeLessThanOrEqual(maxFields)
      for (const [name, value] of tags) {
        expect(toTagName(name)).toBe(name)
        expect(value).not.toBe('')
        expect(value.length).toBeLessThanOrEqual(Math.min(maxValueLength, message.length))
      }
    }),
    { numRuns: runs(500) },
  )
})

it('values of pairs that are written in quotes come back as they were', () => {
  const values = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 2, maxLength: 10 })
  fc.assert(
    fc.property(values, all => {
      const message = all.map((value, i) => `k${i}="${value.replace(/[\\"]/g, '\\$&')}"`).join(' ')
      expect(fieldsOf(message, { formats: ['pairs'] })).toEqual(
        Object.fromEntries(all.map((value, i) => [`k${i}`, value])),
      )
    }),
  )
})

it('values of CEF that are escaped as the format says come back as they were', () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).filter(text => text.trim() === text)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 10 }), word, (all, name) => {
      const extension = all.map((value, i) => `k${i}=${value.replace(/[\\=]/g, '\\$&')}`).join(' ')
      const message = `CEF:0|v|p|1|2|${name.replace(/[\\|]/g, '\\$&')}|3|${extension}`
      expect(fieldsOf(message, { formats: ['cef'] })).toMatchObject({
        name,
        ...Object.fromEntries(all.map((value, i) => [`k${i}`, value])),
      })
    }),
  )
})
