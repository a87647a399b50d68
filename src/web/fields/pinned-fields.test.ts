import { expect, test } from 'vitest'
import { defaultPinned, maxPinned, pinnedText, readPinned, togglePinned } from './pinned-fields.ts'

test.each<[text: string, fields: readonly string[]]>([
  ['', defaultPinned],
  ['not json', defaultPinned],
  ['{"a":1}', defaultPinned],
  ['[]', []],
  ['["SrcIP","SrcIP","",7,"host"]', ['SrcIP', 'host']],
  [
    JSON.stringify(Array.from({ length: 30 }, (_, i) => `f${i}`)),
    Array.from({ length: maxPinned }, (_, i) => `f${i}`),
  ],
])('%j pins %j', (text, fields) => {
  expect(readPinned(text)).toEqual(fields)
})

test('a field is pinned at the end and unpinned, and the default is no text', () => {
  const more = togglePinned(defaultPinned, 'SrcIP')
  expect(more).toEqual([...defaultPinned, 'SrcIP'])
  expect(readPinned(pinnedText(more))).toEqual(more)
  expect(pinnedText(togglePinned(more, 'SrcIP'))).toBe('')
  expect(readPinned(pinnedText([]))).toEqual([])
})
