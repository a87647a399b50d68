import type { NotificationsResults } from '../../schema/query/notifications.ts'
import type { Column } from '../document.ts'
import type { Answer, SectionContent } from './content.ts'

const columns: readonly Column[] = [
  { name: 'id', title: 'Id', kind: 'integer' },
  { name: 'name', title: 'Name', kind: 'text' },
  { name: 'trigger_id', title: 'Trigger', kind: 'integer' },
  { name: 'is_private', title: 'Private', kind: 'text' },
  { name: 'read_flag', title: 'Read', kind: 'text' },
  { name: 'all_count', title: 'All', kind: 'integer' },
  { name: 'unread_count', title: 'Unread', kind: 'integer' },
  { name: 'hits_count', title: 'Hits', kind: 'integer' },
  { name: 'unread_since', title: 'Unread since', kind: 'time' },
  { name: 'read_at', title: 'Read at', kind: 'time' },
  { name: 'updated_at', title: 'Changed', kind: 'time' },
  { name: 'created_at', title: 'Made', kind: 'time' },
  { name: 'owner', title: 'Owner', kind: 'text' },
]

/** Groups of notifications, one a row; the owner by user name. */
export function notificationsContent({ query }: Answer): SectionContent {
  // The results of Notifications.
  const groups = query.results as NotificationsResults
  return {
    range: undefined,
    figures: [
      {
        name: 'unread_count',
        title: 'Unread',
        kind: 'integer',
        value: groups.reduce((sum, group) => sum + group.unread_count, 0),
      },
    ],
    tables: [
      {
        title: 'Notifications',
        columns,
        rows: groups.map(group => [
          group.id,
          group.name,
          group.trigger_id,
          String(group.is_private),
          String(group.read_flag),
          group.all_count,
          group.unread_count,
          group.hits_count,
          group.unread_since,
          group.read_at,
          group.updated_at,
          group.created_at,
          group.owner.username,
        ]),
        count: groups.length,
      },
    ],
  }
}
