import { expect, test } from 'vitest'
import { newTriggerAddress } from './new-trigger-address.ts'
import { triggersAddress, triggersPage } from './triggers-address.ts'

test('the state of the list is in its address, defaults left out', () => {
  const state = { show: 'off', sort: 'hits', action: 'email', text: 'link & port', page: 3 } as const
  const address = triggersAddress(state)
  expect(address).toBe('/triggers?show=off&sort=hits&action=email&q=link+%26+port&page=3')
  expect(triggersPage.read(address.split('?')[1] ?? '')).toEqual(state)
  expect(triggersAddress(triggersPage.read(''))).toBe('/triggers')
  expect(triggersPage.read('show=x&sort=y&action=z&page=0')).toEqual(triggersPage.read(''))
})

test('a search becomes the address of a new trigger, without filters that are off', () => {
  const pill = { field: 'host', op: 'eq', values: ['fw-1'], off: false } as const
  expect(newTriggerAddress({ text: ' link down ', pills: [pill, { ...pill, off: true }] })).toBe(
    '/triggers/new?q=link+down&f=host%3Aeq%3Afw-1',
  )
  expect(newTriggerAddress({ text: '', pills: [] })).toBe('/triggers/new')
})
