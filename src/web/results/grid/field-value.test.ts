import { expect, test } from 'vitest'
import { testEvent } from '../testing/test-event.ts'
import { fieldValue } from './field-value.ts'

const event = testEvent({ user_tags: { SrcIP: '198.51.100.7', host: 'of the tag', __proto__: 'x' } })

const values: [field: string, value: string | number][] = [
  ['host', 'web-1'],
  ['severity', 3],
  ['SrcIP', '198.51.100.7'],
  ['ut_host', 'of the tag'],
  ['ut_SrcIP', '198.51.100.7'],
  ['constructor', ''],
  ['absent', ''],
]
for (const [field, value] of values)
  test(`the value of ${field}`, () => expect(fieldValue(event, field)).toBe(value))
