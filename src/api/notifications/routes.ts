import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { notificationViewer } from '../../alerts/notifications/viewer.ts'
import type { NotificationViewer } from '../../metadata/triggers/notification-groups.ts'
import type { Notifications } from '../../metadata/triggers/notifications.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import {
  NotificationCounts,
  NotificationEvent,
  NotificationGroup,
  NotificationPatch,
  NotificationsRead,
  notificationOrderFields,
} from '../../schema/triggers/notification.ts'
import { readerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { idList, offsetAndLimit, Page, pagePosition, pageQuery } from '../http/validation/lists.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

/** The part of metadata that these routes and the feed of live updates use. */
export type NotificationRepository = Pick<
  Notifications,
  'list' | 'get' | 'onChange' | 'listEvents' | 'counts' | 'setRead' | 'readAll' | 'remove' | 'removeEvent'
>

export interface NotificationDeps {
  notifications: NotificationRepository
  visibility: HostVisibility
}

const access = 'notifications'

const withEvents = {
  with_events: Type.Boolean({
    default: false,
    description:
      'Include the newest 10 entries of each group; later groups have fewer if entries are very long',
  }),
}

const listQuery = {
  unread: Type.Optional(
    Type.Boolean({ description: 'true: only groups with unread entries; false: only groups without' }),
  ),
  trigger: idList('Only notifications of these triggers'),
  text: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Text in the name, conditions, note, script or address of the trigger, ignoring case',
    }),
  ),
  is_private: Type.Optional(
    Type.Boolean({
      description: 'true: only notifications of private triggers; false: only of other triggers',
    }),
  ),
  ...withEvents,
}

const EventKey = Type.Object({
  ...ObjectId.properties,
  entry: Type.Integer({ description: 'Id of an entry' }),
})

/** Notifications of triggers and hosts that the caller may see. */
export function notificationRoutes(app: App, { notifications, visibility }: NotificationDeps): void {
  const viewerOf = (request: FastifyRequest): NotificationViewer =>
    notificationViewer(readerOf(request), visibility)
  const exists = (request: FastifyRequest) => notifications.get(viewerOf(request), objectIdOf(request))
  app.addSchema(NotificationEvent)
  app.addSchema(NotificationCounts)
  app.addSchema(NotificationsRead)

  resourceRoutes(app, {
    path: '/api/notifications',
    key: objectId,
    access,
    caller: viewerOf,
    item: NotificationGroup,
    list: {
      summary: 'Notifications, grouped by trigger',
      description: 'Marking a notification as read applies to all users.',
      orderBy: notificationOrderFields,
      compress: true,
      query: listQuery,
      run: (page, viewer, { unread, trigger, text, is_private, with_events }) =>
        notifications.list(viewer, {
          ...page,
          triggerIds: trigger,
          withEvents: with_events,
          ...(unread !== undefined && { isUnread: unread }),
          ...(text !== undefined && { text }),
          ...(is_private !== undefined && { isPrivate: is_private }),
        }),
    },
    get: {
      summary: 'The notifications of one trigger',
      query: withEvents,
      run: (id, viewer, { with_events }) => notifications.get(viewer, id, with_events),
    },
    patch: {
      summary: 'Mark all of a group as read, or its newest entry as unread',
      body: NotificationPatch,
      run: (id, { read_flag }, viewer) => notifications.setRead(viewer, id, read_flag),
    },
    delete: {
      summary: 'Delete the entries of a group that the caller sees; requires the right to change its trigger',
      run: (id, viewer) => notifications.remove(viewer, id),
    },
  })

  app.get(
    '/api/notifications-counts',
    {
      config: { access },
      schema: { summary: 'Counts of unread notifications', response: { 200: refTo(NotificationCounts) } },
    },
    async request => notifications.counts(viewerOf(request)),
  )

  app.post(
    '/api/notifications/read',
    {
      config: { access },
      schema: {
        summary: 'Mark groups as read, or all of them',
        description: 'Skips ids that the caller may not see.',
        body: refTo(NotificationsRead),
        response: { 200: refTo(NotificationCounts) },
      },
    },
    async request => notifications.readAll(viewerOf(request), request.body.ids),
  )

  app.get(
    '/api/notifications/:id/events',
    {
      compress: {},
      config: { access, exists },
      schema: {
        summary: 'Entries of a group, newest first',
        params: ObjectId,
        querystring: Type.Object({
          ...pageQuery,
          unread: Type.Optional(
            Type.Boolean({ description: 'true: only unread entries; false: only read ones' }),
          ),
          key: Type.Optional(
            Type.String({
              maxLength: 1_000,
              description: 'Only entries with this value of the field that the trigger groups by',
            }),
          ),
        }),
        response: { 200: Page(refTo(NotificationEvent)) },
      },
    },
    async request => {
      const { unread, key } = request.query
      const { objects, itemCount } = await notifications.listEvents(viewerOf(request), request.params.id, {
        ...offsetAndLimit(request.query),
        ...(unread !== undefined && { isUnread: unread }),
        ...(key !== undefined && { key }),
      })
      return { objects, ...pagePosition(request.query, itemCount) }
    },
  )

  app.delete(
    '/api/notifications/:id/events/:entry',
    {
      config: { access, exists },
      schema: {
        summary: 'Delete an entry; requires the right to change its trigger',
        params: EventKey,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      const { id, entry } = request.params
      await notifications.removeEvent(viewerOf(request), id, entry)
      return reply.code(204).send()
    },
  )
}
