import { type Static, Type } from 'typebox'
import type { NotificationCounts } from '../triggers/notification.ts'

/** What a client can subscribe to at /ws/live-updates by an id. */
export const subscriptionKinds = ['query', 'widget', 'dashboard'] as const

const queryTarget = [Type.Literal('query'), Type.String({ maxLength: 64 })] as const
const widgetTarget = [Type.Literal('widget'), Type.Integer()] as const
const dashboardTarget = [Type.Literal('dashboard'), Type.Integer()] as const

/** Frames of the client: a command and its parameters. */
export const ClientFrame = Type.Union([
  Type.Tuple([Type.Literal('subscribe'), ...queryTarget]),
  Type.Tuple([Type.Literal('subscribe'), ...widgetTarget]),
  Type.Tuple([Type.Literal('subscribe'), ...dashboardTarget]),
  Type.Tuple([Type.Literal('unsubscribe'), ...queryTarget]),
  Type.Tuple([Type.Literal('unsubscribe'), ...widgetTarget]),
  Type.Tuple([Type.Literal('unsubscribe'), ...dashboardTarget]),
  Type.Tuple([Type.Literal('subscribe'), Type.Literal('notifications')]),
  Type.Tuple([Type.Literal('unsubscribe'), Type.Literal('notifications')]),
  Type.Tuple([Type.Literal('unsubscribe'), Type.Literal('all')]),
  Type.Tuple([Type.Literal('ping')]),
])
export type ClientFrame = Static<typeof ClientFrame>

/**
 * Frames of the service. In a `widget-update`, both ids are null for a query. `dashboard_id` is null for a
 * widget that the client subscribed to directly.
 */
export type ServerFrame =
  | ['subscription-update', { query: string[]; widget: number[]; dashboard: number[]; notifications?: true }]
  | ['notifications-update', NotificationCounts]
  | ['widget-update', { widget_id: number | null; dashboard_id: number | null; data: unknown }]
  | ['error', { code: string; detail: string; command: unknown }]
  | ['pong']
