import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { compileTitlePattern } from './list-query.ts'

/** The number of titles tested before a pattern is refused; all titles if it is accepted. */
function testedOn(pattern: string, titles: readonly string[]): { tested: number; members?: unknown } {
  const matches = compileTitlePattern(pattern)
  let tested = 0
  try {
    for (const title of titles) {
      matches(title)
      tested++
    }
    return { tested }
  } catch (error) {
    if (error instanceof Fault) return { tested, members: error.members }
    throw error
  }
}

const long = Array.from({ length: 1_000 }, () => 'ab'.repeat(250))

test('a pattern that takes too many steps on the titles of a list is a 400 that says so', () => {
  const message =
    'Expected a regular expression that takes at most 5000000 steps on all titles: try one with fewer repetitions.'
  for (const pattern of ['(?:a|b){0,25}!', '(.*)(.*)(.*)(.*)(.*)(.*)[a-z].{0,120}q', '(?:\\pL|a){0,7}!']) {
    const { tested, members } = testedOn(pattern, long)
    expect([pattern, members]).toEqual([pattern, { title__iregex: message }])
    expect(tested).toBeLessThan(900)
  }
})

test('ordinary patterns are tested on ten thousand titles', () => {
  const titles = Array.from(
    { length: 10_000 },
    (_, i) => `Firewall ${i}: denied connections by host, last week`,
  )
  for (const pattern of ['fire.*host', '^(edge|core)-\\d+', 'week$', '[0-9]{4}.*week'])
    expect(testedOn(pattern, titles)).toEqual({ tested: 10_000 })
})
