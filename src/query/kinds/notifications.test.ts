import { expect, test } from 'vitest'
import { rangeResolver } from '../range/resolver.ts'
import { noNotifications, notificationsKind } from './notifications.ts'

test.each([
  [undefined, ['-created_at']],
  [[], ['-created_at']],
  ['read_at', ['read_at']],
  ['Newest unread first', ['-unread_since']],
  [['Oldest first'], ['created_at']],
  [
    ['-unread_since', 'Newest first'],
    ['-unread_since', '-created_at'],
  ],
])('the sort %j of notifications is answered as %j', (sort, wanted) => {
  const kind = notificationsKind(noNotifications, rangeResolver('UTC'))
  expect(kind.normalise(sort === undefined ? {} : { sort })).toMatchObject({ sort: wanted })
})
