import { expect, test } from 'vitest'
import { historyAddress, historyPage } from './history-address.ts'

test.each([
  '/triggers?view=history',
  '/triggers?view=history&show=wrong&kind=webhook&q=slack&trigger=4&page=3',
])('%s', address => {
  expect(historyAddress(historyPage.read(address.split('?')[1] ?? ''))).toBe(address)
})

test('invalid parts get their default', () => {
  expect(historyAddress(historyPage.read('show=x&kind=y&trigger=-1&page=z'))).toBe('/triggers?view=history')
})
