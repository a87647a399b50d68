import { expect, test } from 'vitest'
import { listPage } from './list-address.ts'

const defaults = { scope: 'own', search: '', ordering: 'title', page: 1 }

test.each([
  ['/dashboards', defaults],
  [
    '/dashboards?scope=shared&q=a+b&sort=-updated_at&page=2',
    { scope: 'shared', search: 'a b', ordering: '-updated_at', page: 2 },
  ],
])('%s', (address, state) => {
  const read = listPage.read(address.split('?')[1] ?? '')
  expect(read).toEqual(state)
  expect(listPage.write(read)).toBe(address)
})

test('invalid parts get their default', () => {
  expect(listPage.read('scope=mine&sort=-owner&page=x')).toEqual(defaults)
})

test('a search stays short enough for the service when each character is escaped', () => {
  expect(listPage.read(`q=${'.'.repeat(300)}`).search).toHaveLength(100)
})
