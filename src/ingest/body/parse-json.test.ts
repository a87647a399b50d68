import { expect, test } from 'vitest'
import { maxValues } from './measure-json.ts'
import { tryParseJson } from './parse-json.ts'

const listOf = (values: number) => `[${'1,'.repeat(values - 1)}1]`

test.each(['', ' ', '\n\t ', '\ufeff', '\ufeff \r\n'])('the limit of values holds behind %j', before => {
  expect(tryParseJson(before + listOf(maxValues - 1))).toHaveLength(maxValues - 1)
  expect(tryParseJson(before + listOf(maxValues + 1))).toBeUndefined()
  expect(tryParseJson(`${before}{"a":${listOf(maxValues + 1)}}`)).toBeUndefined()
})
