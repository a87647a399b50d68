import type { NotificationsResults } from '../../schema/query/notifications.ts'
import type { Column } from '../document/document.ts'
import type { Answer, SectionContent } from './content.ts'
import { recordTable } from './record-table.ts'

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

/** Groups of notifications, one per row; the owner by user name. */
export function notificationsContent({ query }: Answer): SectionContent {
  // The results of Notifications.
  const groups = query.results as NotificationsResults
  const unread = groups.reduce((sum, group) => sum + group.unread_count, 0)
  const records = groups.map(group => ({ ...group, owner: group.owner.username }))
  return {
    range: undefined,
    figures: [{ name: 'unread_count', title: 'Unread', kind: 'integer', value: unread }],
    tables: [recordTable('Notifications', columns, records)],
  }
}
