import { fieldText } from '../../charts/name-text.ts'
import { eventTypes, facilities, type StoredEvent, severities, statuses } from '../../schema/event/event.ts'
import type { Cell, Column } from '../document/document.ts'
import { triggersOf } from '../document/event-triggers.ts'
import type { EventStream } from './content.ts'

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
const memberColumns: readonly EventColumn[] = [
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
  // One column for all tags: all their names are known only after the last event.
  { name: 'user_tags', title: 'User tags', kind: 'text', cell: tagsText },
]

/** Columns for what an event set off: ids as JSON, like tags, and if wanted their outcome. */
function triggerColumns({ triggers, fired }: Pick<EventStream, 'triggers' | 'fired'>): EventColumn[] {
  const ids: EventColumn = {
    name: 'trigger_ids',
    title: 'Triggers',
    kind: 'text',
    cell: event => listText(triggersOf(event, triggers)),
  }
  const count: EventColumn = {
    name: 'triggers_fired_count',
    title: 'Triggers fired',
    kind: 'integer',
    cell: event => triggersOf(event, triggers).length,
  }
  if (fired === undefined) return [ids, count]
  const data: EventColumn = {
    name: 'triggers_fired_data',
    title: 'What triggers did',
    kind: 'text',
    cell: ({ id }) => listText(fired.get(id) ?? []),
  }
  return [ids, count, data]
}

/** Other names that a widget may use. The name of a code's field stands for the column with the code's name. */
const otherNames: readonly [name: string, column: EventColumn][] = [
  ['_id', id],
  ['severity', severityName],
  ['facility', facilityName],
  ['status', statusName],
  ['count', counter],
]

/**
 * The columns of a Search: the columns that its widget names (unknown names are user tags), or all. `stream`:
 * its events, if any.
 */
export function eventColumns(names: unknown, stream: EventStream | undefined): readonly EventColumn[] {
  const all = [...memberColumns, ...triggerColumns(stream ?? {})]
  const wanted = new Set(Array.isArray(names) ? names.filter(name => typeof name === 'string') : [])
  if (wanted.size === 0) return all
  const columns = new Map([
    ...all.map((column): [string, EventColumn] => [column.name, column]),
    ...otherNames,
  ])
  return [...new Set([...wanted].map(name => columns.get(name) ?? tagColumn(name)))]
}

function tagColumn(field: string): EventColumn {
  const short = field.replace(/^ut_/, '')
  return {
    name: field,
    title: fieldText(field),
    kind: 'text',
    // A tag's own name may begin with the prefix.
    cell: ({ tags }) => {
      const name = [field, short].find(name => Object.hasOwn(tags, name))
      return name === undefined ? null : (tags[name] ?? null)
    },
  }
}

/** As JSON; null for an empty list. */
function listText(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

/** As JSON; null without tags. */
function tagsText({ tags }: StoredEvent): string | null {
  for (const _ in tags) return JSON.stringify(tags)
  return null
}
