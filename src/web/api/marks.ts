import type { AuditEntry } from '../../schema/people/audit.ts'
import type { ActionRun } from '../../schema/triggers/action-run.ts'
import type { NotificationGroup } from '../../schema/triggers/notification.ts'
import { addressWith } from './address-with.ts'
import { type ListPage, request } from './http/request.ts'

// Reads for the marks of the histogram: when triggers fired, and when Millrace was started.

/** Maximum actions, and maximum starts, of one time range. */
const maxMarks = 200

/** A time range in Unix seconds, end exclusive. */
interface Span {
  from: number
  to: number
}

/** The newest actions that triggers did in a time range. */
export function readFirings({ from, to }: Span, signal: AbortSignal): Promise<ListPage<ActionRun>> {
  const parameters = { since: from, until: to, page_size: maxMarks, ordering: '-id' }
  return request(addressWith('/api/actions', parameters), { signal })
}

/** Maximum triggers whose notifications are read: the ones that fired last. */
const maxGroups = 50

/** The newest notifications of each trigger. */
export function readNewestNotifications(signal: AbortSignal): Promise<ListPage<NotificationGroup>> {
  const parameters = { with_events: true, ordering: '-last_issued', page_size: maxGroups }
  return request(addressWith('/api/notifications', parameters), { signal })
}

/** The newest starts of the service in a time range. */
export function readStarts({ from, to }: Span, signal: AbortSignal): Promise<ListPage<AuditEntry>> {
  const parameters = { object: 'service', action: 'start', since: from, until: to, page_size: maxMarks }
  return request(addressWith('/api/audit', parameters), { signal })
}
