import { fieldText } from '../../charts/name-text.ts'
import { eventTypes, facilities, type StoredEvent, severities, statuses } from '../../schema/event.ts'
import type { Cell, Column } from '../document.ts'

export interface EventColumn extends Column {
  cell(event: StoredEvent): Cell
}

const microsPerSecond = 1_000_000

/** Ids are text: a spreadsheet would round their last digits. */
const id: EventColumn = { name: 'id', title: 'Id', kind: 'text', cell: event => String(event.id) }

const counter: EventColumn = {
  name: 'counter',
  title: 'Count',
  kind: 'integer',
  cell: event => event.counter,
}

const severityName = codeName('severity_name', 'Severity', event => severities[event.severity])
const facilityName = codeName('facility_name', 'Facility', event => facilities[event.facility])
const statusName = codeName('status_name', 'Status', event => statuses[event.status])

function codeName(
  name: string,
  title: string,
  nameOf: (event: StoredEvent) => string | undefined,
): EventColumn {
  return { name, title, kind: 'text', cell: event => nameOf(event) ?? null }
}

/** The members of an event, by their names in the API. */
const allColumns: readonly EventColumn[] = [
  id,
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
  counter,
  { name: 'host', title: 'Host', kind: 'text', cell: event => event.host },
  { name: 'program', title: 'Program', kind: 'text', cell: event => event.program },
  { name: 'cisco_mnemonic', title: 'Mnemonic', kind: 'text', cell: event => event.mnemonic },
  { name: 'severity', title: 'Severity code', kind: 'integer', cell: event => event.severity },
  severityName,
  { name: 'facility', title: 'Facility code', kind: 'integer', cell: event => event.facility },
  facilityName,
  { name: 'status', title: 'Status code', kind: 'integer', cell: event => event.status },
  statusName,
  codeName('type', 'Type', event => eventTypes[event.type]),
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
  ['count', counter],
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
    cell: ({ tags }) => {
      const name = [field, short].find(name => Object.hasOwn(tags, name))
      return name === undefined ? null : (tags[name] ?? null)
    },
  }
}

/** As JSON; null without tags. */
function tagsText({ tags }: StoredEvent): string | null {
  for (const _ in tags) return JSON.stringify(tags)
  return null
}
