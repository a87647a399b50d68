import { expect, test } from 'vitest'
import { lastSearch, rememberSearch } from './last-search.ts'

test('the last search is not live again', () => {
  expect(lastSearch()).toMatchObject({ text: '', live: false })
  rememberSearch('q=password&live=1')
  expect(lastSearch()).toMatchObject({ text: 'password', live: false })
})
