import { expect, it } from 'vitest'
import { TemplateAdmission } from './template-writer.ts'

const admits = (known: TemplateAdmission, hash: number, check: number) => known.placeOf(hash, check) !== -1

it('takes thousands at once, then only what comes again, then what time earns', () => {
  let now = 0
  const known = new TemplateAdmission(() => now)
  let taken = 0
  for (let i = 0; i < 10_000; i++) if (admits(known, i * 7, i + 1)) taken++
  expect(taken).toBe(4_097)
  // A known template stays admitted.
  expect(admits(known, 7, 2)).toBe(true)
  expect(admits(known, 1_000_003, 77)).toBe(false)
  expect(admits(known, 1_000_003, 77)).toBe(true)
  for (let i = 0; i < 5_000; i++) {
    admits(known, i, -5 - i)
    admits(known, i, -5 - i)
  }
  expect(admits(known, 2_000_003, 99)).toBe(false)
  expect(admits(known, 2_000_003, 99)).toBe(false)
  now = 8_000
  expect(admits(known, 2_000_003, 99)).toBe(true)
  expect(admits(known, 2_000_004, 98)).toBe(false)
  expect(admits(known, 2_000_004, 98)).toBe(false)
})

it('forgets the oldest of all that share a place', () => {
  const known = new TemplateAdmission(() => 0)
  for (let check = 1; check <= 5; check++) expect(admits(known, 3, check)).toBe(true)
  expect(admits(known, 3, 5)).toBe(true)
  expect(admits(known, 3, 2)).toBe(true)
})
