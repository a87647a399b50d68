import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { maxNameLength } from '../name-length.ts'
import { FieldStatsParams } from '../query/field-stats.ts'
import { LastNParams } from '../query/last-n.ts'
import { TopNParams } from '../query/top-n.ts'
import { Condition } from './condition.ts'

const longest = 'x'.repeat(maxNameLength)

test('every tag that an event may have can be searched and counted', () => {
  expect(Value.Check(Condition, { field: longest, value: 'a' })).toBe(true)
  expect(Value.Check(Condition, { field: `${longest}x`, value: 'a' })).toBe(false)
  for (const params of [TopNParams, LastNParams, FieldStatsParams])
    expect(Value.Check(params, { field: longest })).toBe(true)
})
