import { fieldText } from '../../charts/name-text.ts'
import {
  EVENT_UNKNOWN,
  eventTypes,
  facilities,
  type StoredEvent,
  severities,
  statuses,
} from '../../schema/event/event.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { SearchResults } from '../../schema/query/search.ts'
import type { Cell, Column, Row } from '../document/document.ts'
import { triggersOf } from '../document/event-triggers.ts'
import { type Answer, type EventStream, rangeOf, type SectionContent } from './content.ts'

const typeCodes = new Map<string, number>(eventTypes.map((type, code) => [type, code]))
const microsPerSecond = 1_000_000
/** Ids are text: a spreadsheet would round their last digits. */
const id: EventColumn = { name: 'id', title: 'Id', kind: 'text', cell: event => String(event.id) }
const counter: EventColumn = {
  name: 'counter',
  title: 'Count',
  kind: 'integer',
  cell: event => event.counter,
}
const severityName = codeNameColumn('severity_name', 'Severity', event => severities[event.severity])
const facilityName = codeNameColumn('facility_name', 'Facility', event => facilities[event.facility])
const statusName = codeNameColumn('status_name', 'Status', event => statuses[event.status])
/** Other names that a widget may use. The name of a code field stands for the column with the code's name. */
const otherNames: readonly [name: string, column: EventColumn][] = [
  ['_id', id],
  ['severity', severityName],
  ['facility', facilityName],
  ['status', statusName],
  ['count', counter],
]

/** Events, one per row: all that match, or the page that a widget shows. */
export function searchContent({ query, widget, events }: Answer): SectionContent {
  // The results of a Search.
  const { totals, events: page } = query.results as SearchResults
  const columns = eventColumns(widget?.config.columns, events)
  const batches = events?.batches ?? onePage(page.objects.map(storedEvent))
  return {
    range: rangeOf(totals),
    figures: [
      { name: 'count', title: 'Events', kind: 'integer', value: totals.count },
      { name: 'occurrences', title: 'Occurrences', kind: 'integer', value: totals.occurrences },
    ],
    tables: [
      {
        title: 'Events',
        columns: columns.map(({ name, title, kind }) => ({ name, title, kind })),
        rows: rowsOf(batches, columns),
        count: events?.matching ?? page.objects.length,
      },
    ],
    events: batches,
  }
}

async function* onePage(events: readonly StoredEvent[]): AsyncIterable<readonly StoredEvent[]> {
  if (events.length > 0) yield events
}

async function* rowsOf(
  batches: AsyncIterable<readonly StoredEvent[]>,
  columns: readonly EventColumn[],
): AsyncIterable<readonly Row[]> {
  for await (const events of batches) yield events.map(event => columns.map(column => column.cell(event)))
}

interface EventColumn extends Column {
  cell(event: StoredEvent): Cell
}

function codeNameColumn(
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
  codeNameColumn('type', 'Type', event => eventTypes[event.type]),
  { name: 'message', title: 'Message', kind: 'text', cell: event => event.message },
  // One column for all tags: all their names are known only after the last event.
  { name: 'user_tags', title: 'User tags', kind: 'text', cell: tagsText },
]

/**
 * Columns about the triggers that an event set off: their ids as JSON, their number, and with `fired` their
 * results.
 */
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

/**
 * The columns of a Search: the columns that its widget names (unknown names are user tags), or all. `stream`:
 * its events, if any.
 */
function eventColumns(names: unknown, stream: EventStream | undefined): readonly EventColumn[] {
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
  const unprefixed = field.replace(/^ut_/, '')
  return {
    name: field,
    title: fieldText(field),
    kind: 'text',
    // "ut_site" means the tag "site", unless there is a tag "ut_site".
    cell: ({ tags }) => {
      const name = [field, unprefixed].find(name => Object.hasOwn(tags, name))
      return name === undefined ? null : (tags[name] ?? null)
    },
  }
}

/** A list as JSON; null for an empty list. */
function listText(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

/** The tags as JSON; null without tags. */
function tagsText({ tags }: StoredEvent): string | null {
  // Avoids the list of names that Object.keys would make for each event.
  for (const _ in tags) return JSON.stringify(tags)
  return null
}

/** Converts an event of a page back to a stored event, so that the same code writes pages and streams. */
function storedEvent(record: EventRecord): StoredEvent {
  return {
    id: record.id,
    ts: Math.round(record.first_occurrence * microsPerSecond),
    last: Math.round(record.last_occurrence * microsPerSecond),
    counter: record.counter,
    host: record.host,
    program: record.program,
    facility: record.facility,
    severity: record.severity,
    mnemonic: record.cisco_mnemonic,
    message: record.message,
    type: typeCodes.get(record.type) ?? EVENT_UNKNOWN,
    status: record.status,
    triggers: record.trigger_ids,
    tags: record.user_tags,
  }
}
