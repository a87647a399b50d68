import type { Predicate } from '../../filter/predicate/predicate.ts'
import {
  type NotificationsParams,
  type NotificationsResults,
  sortNames,
} from '../../schema/query/notifications.ts'
import type { Kind, ResolveRange } from '../kind.ts'
import type { Reader } from '../query-service.ts'
import type { TimeSpan } from '../time-span.ts'
import { checkEventParams, withConditionDefaults, withTimeDefaults } from './event-params.ts'
import { instantKind } from './instant-kind.ts'

/** The notifications of triggers. */
export interface NotificationSource {
  /** Groups that the reader may see. */
  list(reader: Reader, question: NotificationQuestion): Promise<NotificationsResults>
}

/** Which notifications to list. */
export interface NotificationQuestion {
  /** With all defaults. */
  params: NotificationsParams
  /** The predicate of the params. */
  predicate: Predicate
  /** Unix seconds, end exclusive; undefined: any time. */
  span: TimeSpan | undefined
}

/** For servers without triggers, as in tests. */
export const noNotifications: NotificationSource = { list: async () => [] }

const fieldNames = new Map<string, string>(Object.entries(sortNames))

/** Groups of notifications, one for each trigger. */
export function notificationsKind(
  source: NotificationSource,
  resolve: ResolveRange,
): Kind<NotificationsParams, undefined, NotificationsResults> {
  return instantKind({
    audience: { permission: 'notifications' },
    normalise(params) {
      checkEventParams(params)
      const { time_range, ...time } = withTimeDefaults(params)
      const { sort = [], time_range_field = 'updated_at', with_events = false } = params
      const keys = [sort].flat()
      return {
        ...params,
        ...time,
        ...(params.time_range !== undefined && { time_range }),
        filter: withConditionDefaults(params.filter ?? []),
        // A key is the page's name of a field, or the field itself.
        sort: keys.length === 0 ? ['-created_at'] : keys.map(key => fieldNames.get(key) ?? key),
        time_range_field,
        with_events,
      }
    },
    async answer(params, { reader, predicate, range }) {
      if (reader === undefined) throw new Error('notifications are each reader’s own')
      const { time_range } = params
      const span = time_range && resolve(time_range, range.now)
      return await source.list(reader, { params, predicate, span })
    },
  })
}
