import { Type } from 'typebox'
import { severities } from '../../schema/event/event.ts'
import type { NotificationEvent, NotificationGroup } from '../../schema/triggers/notification.ts'
import { type ListAnswer, requestJson } from '../calls/api.ts'
import { cutText, fitting, isoTime, moreOfList } from '../calls/present.ts'
import { defineTool } from '../calls/tool.ts'

const maxMessageLength = 300

export const listAlerts = defineTool({
  name: 'list_alerts',
  title: 'Alerts',
  description:
    'Lists the triggers that fired, last fired first, with the number of unread notifications and the newest events of each. Reading them here marks nothing as read.',
  members: {
    unread: Type.Boolean({ default: true, description: 'false: also alerts that are read' }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
    page: Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }),
    events: Type.Integer({ minimum: 0, maximum: 10, default: 2, description: 'Events of each alert' }),
  },
  async run(call, { unread, limit, page, events }) {
    const query = new URLSearchParams({
      ordering: '-last_issued',
      page: String(page),
      page_size: String(limit),
      with_events: String(events > 0),
    })
    if (unread) query.set('unread', 'true')
    const { objects, item_count, page_count } = await requestJson<ListAnswer<NotificationGroup>>(
      call,
      'GET',
      `/api/notifications?${query}`,
    )
    const shown = fitting(objects.map(group => shownGroup(group, events)))
    return {
      found: item_count,
      alerts: shown,
      ...moreOfList({
        items: 'alerts',
        shown: shown.length,
        onPage: objects.length,
        page,
        pageCount: page_count,
      }),
    }
  },
})

function shownGroup(group: NotificationGroup, events: number): object {
  const { id, name, all_count, unread_count, last_issued, unread_since } = group
  return {
    id,
    trigger: name,
    matches: all_count,
    unread: unread_count,
    last: isoTime(last_issued),
    ...(unread_since !== null && { unread_since: isoTime(unread_since) }),
    ...(events > 0 && { events: (group.events ?? []).slice(0, events).map(shownMatch) }),
  }
}

function shownMatch(match: NotificationEvent): object {
  const { event_id, fired_at, key, count, host, program, severity, message } = match
  return {
    ...(event_id !== null && { event: event_id }),
    time: isoTime(fired_at),
    ...(key !== '' && { key }),
    ...(count !== null && count > 1 && { matches: count }),
    ...(host !== '' && { host }),
    ...(program !== '' && { program }),
    ...(severity !== null && { severity: severities[severity] }),
    message: cutText(message, maxMessageLength),
  }
}
