import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds, UserReference } from '../shapes.ts'
import type { Trigger } from './trigger.ts'

const moment = (description: string) =>
  nullable(Type.Number(), { description: `Unix seconds; ${description}` })

/** An event of a notification, as it was when the trigger fired. */
export const NotificationEvent = Type.Object(
  {
    id: Type.Integer({ description: 'Id of this entry' }),
    event_id: nullable(Type.String(), {
      description: '`_id` of the event; null if no single event fired the trigger',
    }),
    key: Type.String({ description: 'Value of the field that the trigger groups by; empty without one' }),
    count: nullable(Type.Integer(), {
      description: 'Number of matches; null if some are of hosts that the caller may not see',
    }),
    fired_at: UnixSeconds,
    is_read: Type.Boolean(),
    host: Type.String({ description: 'Empty without an event, unless the trigger groups by host' }),
    program: Type.String(),
    severity: nullable(Type.Integer(), { description: 'null without an event' }),
    facility: nullable(Type.Integer(), { description: 'null without an event' }),
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
    name: Type.String({ description: 'Name of the trigger' }),
    trigger_id: Type.Integer(),
    is_private: Type.Boolean({ description: 'Whether the trigger is private' }),
    read_flag: Type.Boolean({ description: 'Whether all of it is read' }),
    read_only: Type.Boolean({ description: 'Whether the caller may not delete it' }),
    all_count: Type.Integer({
      description: 'Number of matches; an entry whose `count` is null counts as one',
    }),
    unread_count: Type.Integer({ description: 'Unread matches' }),
    hits_count: nullable(Type.Integer(), {
      description:
        'Number of events that matched the trigger; null for readers who see only some hosts and do not own it',
    }),
    unread_since: moment('the oldest unread one; null: none'),
    read_at: moment('when it was last marked as read; null: never'),
    escalated_at: moment('when others were notified that it is unread; null: not since it was read'),
    last_issued: Type.Number({ description: 'Unix seconds; the newest entry' }),
    updated_at: UnixSeconds,
    created_at: UnixSeconds,
    owner: UserReference,
    trigger: Type.Unsafe<Trigger>({ $ref: 'Trigger#' }),
    events: Type.Optional(
      Type.Array(Type.Unsafe<NotificationEvent>({ $ref: 'NotificationEvent#' }), {
        description: 'With `with_events`: the newest entries, newest first',
      }),
    ),
  },
  { $id: 'NotificationGroup', additionalProperties: false },
)
export type NotificationGroup = Static<typeof NotificationGroup>

export const notificationOrderFields = [
  'updated_at',
  'created_at',
  'unread_since',
  'read_at',
  'last_issued',
  'unread_count',
  'name',
  'id',
] as const
export type NotificationOrderField = (typeof notificationOrderFields)[number]

/** Body that marks a group as read, or its newest entry as unread again. */
export const NotificationPatch = Type.Object(
  {
    read_flag: Type.Boolean({
      description: 'true: marks all entries as read; false: marks the newest entry as unread',
    }),
  },
  { $id: 'NotificationPatch', additionalProperties: false },
)

/** Body that marks groups as read. */
export const NotificationsRead = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Type.Integer(), { maxItems: 10_000, description: 'Ids of groups; if absent, all groups' }),
    ),
  },
  { $id: 'NotificationsRead', additionalProperties: false },
)

/** Counts of what the reader has not read. */
export const NotificationCounts = Type.Object(
  {
    unread_count: Type.Integer({ description: 'Unread matches' }),
    unread_groups: Type.Integer({ description: 'Groups with unread entries' }),
    group_count: Type.Integer({ description: 'All groups' }),
    changed_at: nullable(Type.Number(), {
      description: 'Unix seconds of the newest change of any group; null: there are no groups',
    }),
  },
  { $id: 'NotificationCounts', additionalProperties: false },
)
export type NotificationCounts = Static<typeof NotificationCounts>
