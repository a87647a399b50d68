import { Type } from 'typebox'
import { ClientFrame } from '../../schema/query/live.ts'
import { QueryRepresentation } from '../../schema/query/query.ts'
import { NotificationCounts } from '../../schema/triggers/notification.ts'
import { refTo } from '../http/schemas.ts'

const id = (what: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `${what}; null for a subscription of another kind`,
  })

/** Frames that a client of /ws/live-updates sends. */
export const LiveClientFrame = { ...ClientFrame, $id: 'LiveClientFrame' }

/** Frames that the service sends on /ws/live-updates. */
export const LiveServerFrame = Type.Union(
  [
    Type.Tuple([
      Type.Literal('subscription-update'),
      Type.Object({
        query: Type.Array(Type.String()),
        widget: Type.Array(Type.Integer()),
        dashboard: Type.Array(Type.Integer()),
        notifications: Type.Optional(Type.Literal(true, { description: 'Only while subscribed to' })),
      }),
    ]),
    Type.Tuple([Type.Literal('notifications-update'), refTo(NotificationCounts)]),
    Type.Tuple([
      Type.Literal('widget-update'),
      Type.Object({
        widget_id: id('Widget that the update is for'),
        dashboard_id: id('Dashboard that is subscribed to'),
        data: refTo(QueryRepresentation),
      }),
    ]),
    Type.Tuple([
      Type.Literal('error'),
      Type.Object({
        code: Type.String({ description: 'Code of the error catalogue' }),
        detail: Type.String(),
        command: Type.Unknown({ description: 'The received frame; text when it was not JSON' }),
      }),
    ]),
    Type.Tuple([Type.Literal('pong')]),
  ],
  { $id: 'LiveServerFrame' },
)
