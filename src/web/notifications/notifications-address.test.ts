import { expect, test } from 'vitest'
import { notificationsAddress, readNotificationsState } from './notifications-address.ts'

test('the inbox begins with unread notifications, the inbox of one trigger with everything', () => {
  expect(readNotificationsState('')).toEqual({
    show: 'unread',
    text: '',
    trigger: undefined,
    open: undefined,
    page: 1,
  })
  expect(readNotificationsState('trigger=7')).toMatchObject({ show: 'all', trigger: 7 })
  expect(notificationsAddress({ trigger: 7, show: 'all' })).toBe('/notifications?trigger=7')
})

test.each([
  '/notifications',
  '/notifications?show=all&q=link&open=3&page=2',
  '/notifications?show=unread&trigger=7',
])('%s', address => {
  expect(notificationsAddress(readNotificationsState(address.split('?')[1] ?? ''))).toBe(address)
})
