import type { TasksResults } from '../../schema/query/tasks.ts'
import type { Column } from '../document/document.ts'
import type { Answer, SectionContent } from './content.ts'
import { recordTable } from './record-table.ts'

const columns: readonly Column[] = [
  { name: 'id', title: 'Id', kind: 'integer' },
  { name: 'title', title: 'Title', kind: 'text' },
  { name: 'status', title: 'Status', kind: 'text' },
  { name: 'is_open', title: 'Open', kind: 'text' },
  { name: 'is_closed', title: 'Closed', kind: 'text' },
  { name: 'is_overdue', title: 'Overdue', kind: 'text' },
  { name: 'due', title: 'Due', kind: 'time' },
  { name: 'assigned_to', title: 'Assigned to', kind: 'integer' },
  { name: 'owner', title: 'Owner', kind: 'text' },
  { name: 'event_id', title: 'Event', kind: 'text' },
  { name: 'created_at', title: 'Made', kind: 'time' },
  { name: 'updated_at', title: 'Changed', kind: 'time' },
  { name: 'description', title: 'Description', kind: 'text' },
]

/** Tasks, one per row; the owner by user name. */
export function tasksContent({ query }: Answer): SectionContent {
  // The results of Tasks.
  const tasks = query.results as TasksResults
  const count = (name: 'is_open' | 'is_overdue') => tasks.filter(task => task[name]).length
  const records = tasks.map(task => ({ ...task, owner: task.owner.username }))
  return {
    range: undefined,
    figures: [
      { name: 'is_open', title: 'Open', kind: 'integer', value: count('is_open') },
      { name: 'is_overdue', title: 'Overdue', kind: 'integer', value: count('is_overdue') },
    ],
    tables: [recordTable('Tasks', columns, records)],
  }
}
