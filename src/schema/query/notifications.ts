import { type Static, Type } from 'typebox'
import { Filter } from '../condition.ts'
import { nullable, UserReference } from '../shapes.ts'
import { timeParams } from './shared-members.ts'

/** Times of a group, for sorting and selecting. */
const stamps = ['created_at', 'updated_at', 'unread_since', 'read_at'] as const

/** Names of sort orders in the page of older versions. */
export const sortNames = {
  'Oldest first': 'created_at',
  'Newest first': '-created_at',
  'Oldest unread first': 'unread_since',
  'Newest unread first': '-unread_since',
} as const

const SortKey = Type.String({
  pattern: `^(-?(${stamps.join('|')})|${Object.keys(sortNames).join('|')})$`,
})

export const NotificationsParams = Type.Object(
  {
    ...timeParams,
    filter: Type.Optional(Filter),
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

const moment = nullable(Type.Number(), { description: 'Unix seconds' })

/** One group for each trigger that notifies. */
export const NotificationsResults = Type.Array(
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    trigger_id: Type.Integer(),
    is_private: Type.Boolean(),
    read_flag: Type.Boolean(),
    all_count: Type.Integer(),
    unread_count: Type.Integer(),
    hits_count: Type.Integer(),
    unread_since: moment,
    read_at: moment,
    updated_at: moment,
    created_at: moment,
    owner: UserReference,
  }),
)
export type NotificationsResults = Static<typeof NotificationsResults>
