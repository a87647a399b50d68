import { expect, test } from 'vitest'
import { fieldsOf, retentionPatch } from './retention-patch.ts'

test.each([
  [
    { days: 30, bytes: 0, classes: {} },
    { days: '30', gigabytes: '', classes: '' },
  ],
  [
    { days: 7, bytes: 200e9, classes: { debug: 3, audit: 400 } },
    { days: '7', gigabytes: '200', classes: 'debug=3, audit=400' },
  ],
  [
    { days: 400, bytes: 250e6, classes: {} },
    { days: '400', gigabytes: '0.25', classes: '' },
  ],
  [
    { days: 1, bytes: 1_500_500_000_000, classes: {} },
    { days: '1', gigabytes: '1500.5', classes: '' },
  ],
])('%j is shown as %j, which changes nothing when it is saved', (retention, fields) => {
  expect(fieldsOf(retention)).toEqual(fields)
  expect(retentionPatch(retention, fields)).toEqual({})
})

test.each([
  [{ days: '7', gigabytes: '', classes: '' }, { days: 7 }],
  [{ days: '30', gigabytes: '0.5', classes: '' }, { bytes: 500e6 }],
  [
    { days: '90', gigabytes: '1000', classes: '' },
    { days: 90, bytes: 1e12 },
  ],
  [
    { days: '30', gigabytes: '', classes: 'debug = 7,audit=400 x' },
    { classes: { debug: 7, audit: 400, x: Number.NaN } },
  ],
])('%j changes %j', (fields, patch) => {
  expect(retentionPatch({ days: 30, bytes: 0, classes: {} }, fields)).toEqual(patch)
})

test('an empty size removes the limit', () => {
  expect(
    retentionPatch({ days: 30, bytes: 1e9, classes: {} }, { days: '30', gigabytes: '', classes: '' }),
  ).toEqual({ bytes: 0 })
})
