import type { Mark } from '../../../charts/marks.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { AuditEntry } from '../../../schema/people/audit.ts'
import type { ActionRun } from '../../../schema/triggers/action-run.ts'
import type { NotificationGroup } from '../../../schema/triggers/notification.ts'
import type { QueryRequest } from '../../api/queries.ts'
import { searchAddress } from '../../search/state/search-state.ts'
import { markTexts } from '../../texts/search/results.ts'
import { triggerAddress } from '../../triggers/links/triggers-address.ts'

/** Maximum deployments that are marked, the newest. */
const maxDeploys = 100

/** The events of a time range that have the tag of deployments, the newest first. */
export function deploysRequest(tag: string, from: number, to: number): QueryRequest<'Search'> {
  return {
    type: 'Search',
    params: {
      time_range: { ts_from: from, ts_to: to },
      // Any value of at least one character.
      filter: [{ field: tag, op: '=~', value: '.' }],
      sort: ['-first_occurrence'],
      page_size: maxDeploys,
    },
  }
}

export function deployMarks(tag: string, events: readonly EventRecord[]): Mark[] {
  return events.map(event => ({
    kind: 'deploy',
    at: event.first_occurrence,
    text: markTexts.deployed(event.user_tags[tag] ?? '', event.host),
    href: eventAddress(event._id, event.first_occurrence),
  }))
}

/** One mark for each trigger and second: a firing's notification and its actions have both in common. */
export function firingMarks(
  actions: readonly ActionRun[],
  notifications: readonly NotificationGroup[] = [],
): Mark[] {
  const byFiring = new Map<string, Mark>()
  const add = (id: number | undefined, name: string, at: number, host: string, eventId: string | null) => {
    const page = id === undefined ? undefined : triggerAddress(id)
    const href = eventId === null ? page : eventAddress(eventId, at)
    byFiring.set(`${id} ${name} ${Math.floor(at)}`, {
      kind: 'firing',
      at,
      text: markTexts.fired(name, host),
      href,
    })
  }
  for (const { trigger_id: id, name, events = [] } of notifications)
    for (const { fired_at: at, host, event_id: eventId } of events) add(id, name, at, host, eventId)
  for (const { trigger, trigger_name: name, created_at: at, host, event_id: eventId } of actions)
    add(trigger?.id, name, at, host, eventId)
  return [...byFiring.values()]
}

/** Whether a trigger may have more notifications in the range, which begins at `from`, than its group has. */
export function hasMoreNotifications(
  { all_count: count, events = [] }: NotificationGroup,
  from: number,
): boolean {
  const oldest = events.at(-1)
  return (
    oldest !== undefined &&
    oldest.fired_at >= from &&
    events.reduce((sum, one) => sum + (one.count ?? 1), 0) < count
  )
}

export function restartMarks(entries: readonly AuditEntry[]): Mark[] {
  return entries.map(({ at, title }) => ({ kind: 'restart', at, text: markTexts.started(title) }))
}

/** The search around an event, with the event open. */
function eventAddress(id: string, at: number): string {
  const second = Math.floor(at)
  return searchAddress({ range: { from: second - 300, to: second + 300 }, event: id })
}
