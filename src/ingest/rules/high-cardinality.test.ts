import { expect, it } from 'vitest'
import { highCardinalityTags } from './high-cardinality.ts'

function file(...hcTags: string[]) {
  return { name: 'f.yaml', preMatch: [], firstMatchOnly: false, hcTags, rules: [] }
}

it('tags are flagged by files of rules, as they are named there or in conditions', () => {
  const tags = highCardinalityTags([file('SrcIP', 'User'), file('ut_DstIP', 'SrcIP')], false)
  expect([...tags]).toEqual(['SrcIP', 'User', 'ut_DstIP', 'DstIP'])
})

it('tags of fields that senders name are when there are such fields', () => {
  expect(highCardinalityTags([], true)).toContain('externalId')
  expect(highCardinalityTags([], false).size).toBe(0)
})
