import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds, UserReference } from './shapes.ts'
import type { Trigger } from './trigger.ts'

const moment = (description: string) =>
  nullable(Type.Number(), { description: `Unix seconds; ${description}` })

/** An event of a notification, as it was when the trigger fired. */
export const NotificationEvent = Type.Object(
  {
    id: Type.Integer({ description: 'Of this entry' }),
    event_id: nullable(Type.String(), {
      description: '`_id` of the event; null: set off by no single event',
    }),
    key: Type.String({ description: 'Value of the field that the trigger groups by; empty without one' }),
    count: Type.Integer({ description: 'Matches that it stands for' }),
    fired_at: UnixSeconds,
    is_read: Type.Boolean(),
    host: Type.String(),
    program: Type.String(),
    severity: Type.Integer(),
    facility: Type.Integer(),
    cisco_mnemonic: Type.String(),
    message: Type.String(),
    user_tags: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'NotificationEvent', additionalProperties: false },
)
export type NotificationEvent = Static<typeof NotificationEvent>

/** The notifications of one trigger. */
export const NotificationGroup = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String({ description: 'Of the trigger' }),
    trigger_id: Type.Integer(),
    is_private: Type.Boolean(),
    read_flag: Type.Boolean({ description: 'Nothing in it is unread' }),
    all_count: Type.Integer(),
    unread_count: Type.Integer(),
    hits_count: Type.Integer({ description: 'Events that matched the trigger' }),
    unread_since: moment('the oldest unread one; null: none'),
    read_at: moment('when it was last marked as read; null: never'),
    escalated_at: moment('when others were told that it is unread; null: not since it was read'),
    updated_at: UnixSeconds,
    created_at: UnixSeconds,
    owner: UserReference,
    trigger: Type.Unsafe<Trigger>({ $ref: 'Trigger#' }),
    events: Type.Optional(
      Type.Array(Type.Unsafe<NotificationEvent>({ $ref: 'NotificationEvent#' }), {
        description: 'Newest first',
      }),
    ),
  },
  { $id: 'NotificationGroup', additionalProperties: false },
)
export type NotificationGroup = Static<typeof NotificationGroup>
