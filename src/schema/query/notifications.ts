import { type Static, Type } from 'typebox'
import { Filter } from '../filter/condition.ts'
import { NotificationGroup } from '../triggers/notification.ts'
import { timeParams } from './shared-members.ts'

/** Times of a group, for sorting and selecting. */
const stamps = ['created_at', 'updated_at', 'unread_since', 'read_at'] as const
export type NotificationsStamp = (typeof stamps)[number]

/** Sort orders by the names that the page of older versions gave them. */
export const sortNames = {
  'Oldest first': 'created_at',
  'Newest first': '-created_at',
  'Oldest unread first': 'unread_since',
  'Newest unread first': '-unread_since',
} as const

const SortKey = Type.String({
  pattern: `^(-?(${stamps.join('|')})|${Object.keys(sortNames).join('|')})$`,
})

/** Notifications: groups of notifications, one for each trigger that notifies. */
export const NotificationsParams = Type.Object(
  {
    ...timeParams,
    filter: Type.Optional({ ...Filter, description: 'Only groups with an entry whose event matches' }),
    sort: Type.Optional(
      Type.Union([SortKey, Type.Array(SortKey, { maxItems: stamps.length })], {
        title: 'Sort',
        default: ['-created_at'],
      }),
    ),
    time_range_field: Type.Optional(
      Type.Enum([...stamps], { title: 'Time range of', default: 'updated_at' }),
    ),
    is_private: Type.Optional(Type.Boolean({ title: 'Private' })),
    read: Type.Optional(Type.Boolean({ title: 'Read' })),
    with_events: Type.Optional(Type.Boolean({ title: 'With events', default: false })),
  },
  { additionalProperties: false },
)
export type NotificationsParams = Static<typeof NotificationsParams>

/** The groups of the triggers that the reader sees. */
export const NotificationsResults = Type.Array(NotificationGroup)
export type NotificationsResults = Static<typeof NotificationsResults>
