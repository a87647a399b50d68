import { expect, test } from 'vitest'
import { joinTextParts, textParts } from './text-parts.ts'

test.each<[text: string, parts: string[], joined?: string]>([
  ['', []],
  ['(a', []],
  ['failed', ['failed']],
  ['failed root', ['failed', 'root']],
  ['failed AND "disk full" !test', ['failed', '"disk full"', '!test']],
  ['a | b', ['a | b'], '(a | b)'],
  ['(a | b) (c (d fail*))', ['a | b', 'c', 'd', 'fail*'], '(a | b) c d fail*'],
  ['-(a b) 172.29.*', ['!(a b)', '172.29.*']],
])('%s has the parts %j', (text, parts, joined = parts.join(' ')) => {
  expect(textParts(text)).toEqual(parts)
  expect(joinTextParts(parts)).toBe(joined)
  expect(textParts(joined)).toEqual(parts)
})
