import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faultCases } from './fault-cases.ts'
import { missingOf, patternOf, type RanTest, titlesIn } from './run.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('there are 50 cases, each with a test', () => {
  expect([...faultCases.keys()]).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  for (const [number, { tests }] of faultCases) expect(tests.length, `case ${number}`).toBeGreaterThan(0)
})

test.each([...faultCases])('the tests of case %d are there', (_, { tests }) => {
  for (const [file, ...titles] of tests) {
    const known = titlesIn(readFileSync(path.join(root, file), 'utf8'))
    expect([...known], file).toEqual(expect.arrayContaining(titles))
  }
})

test('titles are found as they are written; a skipped test does not count', () => {
  const text = `
describe('outer', () => {
  test.each(rows)('%s of \${count} rows', x => {})
  it.each([
    ['a', 1],
  ])(
    'long "one"',
    async () => {})
  test.skip('skipped', () => {})
  test.runIf(here)('sometimes', () => {})
})`
  expect([...titlesIn(text)]).toEqual(['outer', '%s of … rows', 'long "one"', 'sometimes'])
})

test.each([
  ['%s of … rows', 'few of 12 rows', true],
  ['a (b) %.80j', 'a (b) {"x":1}', true],
  ['$about', 'anything', true],
  ['all.', 'alls', false],
])('%s is the title of %s: %s', (title, ran, wanted) => {
  expect(patternOf(title).test(ran)).toBe(wanted)
})

test('a case passes when each of its tests has run and passed', () => {
  const ran = (status: RanTest['status'], ...titles: string[]): RanTest => ({
    file: 'a.test.ts',
    titles,
    status,
  })
  const proof = [['a.test.ts', 'outer', 'one']] as const
  expect(missingOf(proof, [ran('passed', 'outer', 'two'), ran('passed', 'one')])).toEqual([])
  expect(missingOf(proof, [ran('failed', 'outer', 'two'), ran('passed', 'one')])).toEqual([
    'a.test.ts: outer failed',
  ])
  expect(missingOf(proof, [ran('passed', 'outer', 'two')])).toEqual(['a.test.ts: one did not run'])
  expect(missingOf(proof, [ran('passed', 'outer', 'two'), ran('skipped', 'one')])).toEqual([
    'a.test.ts: one did not run',
  ])
})
