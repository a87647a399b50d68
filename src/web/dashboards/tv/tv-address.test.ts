import { expect, test } from 'vitest'
import { readTvPlan, tokensOfFragment, tvAddress, tvTokenAddress } from './tv-address.ts'

test.each([
  ['', { ids: [7], everySeconds: 30 }],
  ['rotate=7,9&every=60', { ids: [7, 9], everySeconds: 60 }],
  ['rotate=a,-1,,8.5&every=0', { ids: [7], everySeconds: 5 }],
  ['every=soon', { ids: [7], everySeconds: 30 }],
  ['every=99999', { ids: [7], everySeconds: 3600 }],
])('plans %j', (query, wanted) => {
  expect(readTvPlan(7, query)).toEqual(wanted)
})

test.each([
  ['#token=user-abc', ['user-abc']],
  ['#x=1&token=user-abc,user-d', ['user-abc', 'user-d']],
  ['#token=', []],
  ['#token=<script>', []],
  ['', []],
])('the tokens of %j', (fragment, wanted) => {
  expect(tokensOfFragment(fragment)).toEqual(wanted)
})

test('the address of a rotation has its tokens in the fragment', () => {
  expect(tvTokenAddress({ ids: [7], everySeconds: 30 }, ['a'])).toBe('/dashboards/7/tv#token=a')
  expect(tvTokenAddress({ ids: [7, 9], everySeconds: 60 }, ['a', 'b'])).toBe(
    '/dashboards/7/tv?rotate=7,9&every=60#token=a,b',
  )
})

test('the address for signed-in screens has the range and the values that were chosen', () => {
  const state = { range: { preset: 'today' }, values: { host: ['web-1', 'web-2'] }, isFull: true } as const
  const chosen = 'range=today&var-host=web-1&var-host=web-2'
  expect(tvAddress({ ids: [7], everySeconds: 30 }, state)).toBe(`/dashboards/7/tv?${chosen}`)
  expect(tvAddress({ ids: [7, 9], everySeconds: 60 }, state)).toBe(
    `/dashboards/7/tv?rotate=7,9&every=60&${chosen}`,
  )
})
