import { expect, test } from 'vitest'
import { bestMatches, matchScore } from './match.ts'

const cases: [text: string, typed: string, score: number | undefined][] = [
  ['Users and groups', 'gro', 3],
  ['Users and groups', 'us gr', 6],
  ['Users and groups', 'gr us', 6],
  ['Dashboards', 'board', 2],
  ['Dashboards', 'dsh', 1],
  ['Dashboards', 'bds', undefined],
  ['Firewall (Zürich)', 'zür', 3],
  ['Reports', '', 0],
  ['Reports', 'rep x', undefined],
]
for (const [text, typed, score] of cases)
  test(`“${typed}” in “${text}” has ${score ?? 'no'} points`, () =>
    expect(matchScore(text, typed)).toBe(score))

test('the best matches come first, and equal ones keep their order', () => {
  const items = ['Dark theme', 'Go to Dashboards', 'Daily errors', 'Cedar'].map(text => ({ text }))
  expect(bestMatches(items, 'da', 9).map(({ text }) => text)).toEqual([
    'Dark theme',
    'Go to Dashboards',
    'Daily errors',
    'Cedar',
  ])
  expect(bestMatches(items, 'da', 2)).toHaveLength(2)
})
