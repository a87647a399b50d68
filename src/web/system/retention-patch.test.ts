import { expect, test } from 'vitest'
import { fieldsOf, retentionPatch } from './retention-patch.ts'

test.each([
  [
    { days: 30, bytes: 0 },
    { days: '30', gigabytes: '' },
  ],
  [
    { days: 7, bytes: 200e9 },
    { days: '7', gigabytes: '200' },
  ],
  [
    { days: 400, bytes: 250e6 },
    { days: '400', gigabytes: '0.25' },
  ],
  [
    { days: 1, bytes: 1_500_500_000_000 },
    { days: '1', gigabytes: '1500.5' },
  ],
])('%j is shown as %j, and left alone it changes nothing', (retention, fields) => {
  expect(fieldsOf(retention)).toEqual(fields)
  expect(retentionPatch(retention, fields)).toEqual({})
})

test.each([
  [{ days: '7', gigabytes: '' }, { days: 7 }],
  [{ days: '30', gigabytes: '0.5' }, { bytes: 500e6 }],
  [
    { days: '90', gigabytes: '1000' },
    { days: 90, bytes: 1e12 },
  ],
])('%j changes %j', (fields, patch) => {
  expect(retentionPatch({ days: 30, bytes: 0 }, fields)).toEqual(patch)
})

test('an empty size takes the limit away', () => {
  expect(retentionPatch({ days: 30, bytes: 1e9 }, { days: '30', gigabytes: '' })).toEqual({ bytes: 0 })
})
