import { fieldText } from '../../charts/name-text.ts'
import { eventTypes, facilities, type StoredEvent, severities, statuses } from '../../schema/event.ts'
import type { Cell, Column } from '../document.ts'

export interface EventColumn extends Column {
  cell(event: StoredEvent): Cell
}

const microsPerSecond = 1_000_000

/** Ids are text: a spreadsheet would round their last digits. */
const id: EventColumn = { name: 'id', title: 'Id', kind: 'text', cell: event => String(event.id) }

const common: readonly EventColumn[] = [
  {
    name: 'first_occurrence',
    title: 'First seen',
    kind: 'time',
    cell: event => event.ts / microsPerSecond,
  },
  {
    name: 'last_occurrence',
    title: 'Last seen',
    kind: 'time',
    cell: event => event.last / microsPerSecond,
  },
  { name: 'counter', title: 'Count', kind: 'integer', cell: event => event.counter },
  { name: 'host', title: 'Host', kind: 'text', cell: event => event.host },
  { name: 'program', title: 'Program', kind: 'text', cell: event => event.program },
  { name: 'cisco_mnemonic', title: 'Mnemonic', kind: 'text', cell: event => event.mnemonic },
]

const severityName: EventColumn = {
  name: 'severity_name',
  title: 'Severity',
  kind: 'text',
  cell: event => severities[event.severity] ?? null,
}
const facilityName: EventColumn = {
  name: 'facility_name',
  title: 'Facility',
  kind: 'text',
  cell: event => facilities[event.facility] ?? null,
}
const statusName: EventColumn = {
  name: 'status_name',
  title: 'Status',
  kind: 'text',
  cell: event => statuses[event.status] ?? null,
}

/** The members of an event, by their names in the API. */
const allColumns: readonly EventColumn[] = [
  id,
  ...common,
  { name: 'severity', title: 'Severity code', kind: 'integer', cell: event => event.severity },
  severityName,
  { name: 'facility', title: 'Facility code', kind: 'integer', cell: event => event.facility },
  facilityName,
  { name: 'status', title: 'Status code', kind: 'integer', cell: event => event.status },
  statusName,
  { name: 'type', title: 'Type', kind: 'text', cell: event => eventTypes[event.type] ?? null },
  { name: 'message', title: 'Message', kind: 'text', cell: event => event.message },
  // One column for all tags: their names are known only after the last event.
  { name: 'user_tags', title: 'User tags', kind: 'text', cell: tagsText },
]

/** Columns by the names that a widget may use; that of a code stands for the name of the code. */
const columnsByName = new Map<string, EventColumn>([
  ...allColumns.map((column): [string, EventColumn] => [column.name, column]),
  ['_id', id],
  ['severity', severityName],
  ['facility', facilityName],
  ['status', statusName],
  ...common
    .filter(column => column.name === 'counter')
    .map((column): [string, EventColumn] => ['count', column]),
])

/** The columns of a Search: those that its widget names (other names are user tags), or all. */
export function eventColumns(names: unknown): readonly EventColumn[] {
  if (!Array.isArray(names)) return allColumns
  const wanted = new Set(names.filter(name => typeof name === 'string'))
  if (wanted.size === 0) return allColumns
  return [...new Set([...wanted].map(name => columnsByName.get(name) ?? tagColumn(name)))]
}

function tagColumn(field: string): EventColumn {
  const short = field.replace(/^ut_/, '')
  return {
    name: field,
    title: fieldText(field),
    kind: 'text',
    // A tag may itself have a name with the prefix.
    cell: ({ tags }) =>
      Object.hasOwn(tags, field)
        ? (tags[field] ?? null)
        : Object.hasOwn(tags, short)
          ? (tags[short] ?? null)
          : null,
  }
}

/** As JSON; null without tags. */
function tagsText({ tags }: StoredEvent): string | null {
  for (const _ in tags) return JSON.stringify(tags)
  return null
}
