import { expect, test } from 'vitest'
import { queryFault } from './query-fault.ts'

for (const text of ['', '   ', 'link down', '"a b" | !c*'])
  test(`${JSON.stringify(text)} is fine`, () => expect(queryFault(text)).toBeUndefined())

const faulty: [text: string, before: string, character: string][] = [
  ['a (b', 'a (b', ' '],
  ['a | | b', 'a | ', '|'],
  ['𝒳 a )', '𝒳 a ', ')'],
]
for (const [text, before, character] of faulty)
  test(`${JSON.stringify(text)} is marked in its place`, () => {
    expect(queryFault(text)).toMatchObject({ before, character })
    expect(queryFault(text)?.expected).not.toBe('')
  })
