import { expect, test } from 'vitest'
import { catalogField, countableFields, fieldCatalog, matchingFields } from './field-catalog.ts'

const fields = fieldCatalog(
  [
    { name: 'SrcIP', count: 50 },
    { name: 'host', count: 25 },
    { name: 'dst_port', count: 300 },
  ],
  100,
)

test('a tag that is called like a field is named apart, and its share is at most all', () => {
  expect(fields.slice(-3)).toEqual([
    { field: 'SrcIP', label: 'SrcIP', share: 0.5 },
    { field: 'ut_host', label: 'ut_host', share: 0.25 },
    { field: 'dst_port', label: 'dst_port', share: 1 },
  ])
  expect(fieldCatalog([{ name: 'a', count: 0 }], 0).at(-1)?.share).toBeUndefined()
})

test.each([
  ['ip', ['SrcIP']],
  ['s', ['severity', 'status', 'SrcIP', 'host', 'cisco_mnemonic', 'ut_host', 'dst_port']],
  ['PORT ', ['dst_port']],
  ['nothing', []],
])('%j finds %j', (text, found) => {
  expect(matchingFields(fields, text).map(({ field }) => field)).toEqual(found)
})

test('a pinned field that the range does not have is shown all the same', () => {
  expect(catalogField('gone', fields, true)).toEqual({ field: 'gone', label: 'gone', share: 0 })
  expect(catalogField('SrcIP', fields, true).share).toBe(0.5)
  expect(catalogField('message', fields, true)).toMatchObject({ label: 'Message', share: undefined })
})

test('the share of a pinned tag is unknown if not all tags of the range are listed', () => {
  expect(catalogField('rare', fields, false)).toEqual({ field: 'rare', label: 'rare', share: undefined })
})

test('fields that the service refuses to count are not offered', () => {
  expect(countableFields).toContain('host')
  expect(countableFields).not.toContain('counter')
  expect(countableFields).not.toContain('last_occurrence')
})
