import { expect, test } from 'vitest'
import { listAddress, readListState } from './list-state.ts'

test.each([
  ['/dashboards', { scope: 'own', search: '', field: 'title', isDescending: false, page: 1 }],
  [
    '/dashboards?scope=shared&q=a+b&sort=-updated_at&page=2',
    { scope: 'shared', search: 'a b', field: 'updated_at', isDescending: true, page: 2 },
  ],
])('%s', (address, state) => {
  const read = readListState(address.split('?')[1] ?? '')
  expect(read).toEqual(state)
  expect(listAddress(read)).toBe(address)
})

test('invalid parts get their default', () => {
  expect(readListState('scope=mine&sort=-owner&page=x')).toEqual({
    scope: 'own',
    search: '',
    field: 'title',
    isDescending: true,
    page: 1,
  })
})
