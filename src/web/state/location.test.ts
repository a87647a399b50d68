import { expect, test } from 'vitest'
import { splitAddress } from './location.ts'

test.each([
  ['/search', '/search', ''],
  ['/search?q=link', '/search', 'q=link'],
  ['/search?q=why?&live=1', '/search', 'q=why?&live=1'],
])('%s is split at its first question mark', (address, path, query) => {
  expect(splitAddress(address)).toEqual({ path, query })
})
