import { fieldText, nameText } from '../../../charts/name-text.ts'
import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { momentText } from '../../../charts/time-text.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { withEllipsis } from '../../../schema/text/truncate-text.ts'
import type { Size } from './use-size.ts'

/** How a column is drawn; it has the CSS class `event-` with this name. */
type ColumnKind = 'time' | 'severity' | 'message' | 'number' | 'text'

/** A column of a list of events: its title, and the text of an event. */
export interface EventColumn {
  name: string
  title: string
  kind: ColumnKind
  text: (event: EventRecord, zone: string) => string
}

/** Widths of columns in em. The message takes all remaining width, and needs at least this much. */
export const columnEms: Readonly<Record<ColumnKind, number>> = {
  time: 14,
  severity: 5.8,
  text: 9.4,
  number: 4.4,
  message: 18,
}

/** Whether a table of these columns fits into a width; otherwise events are cards. */
export function fitsTable(columns: readonly EventColumn[], { width, em }: Size): boolean {
  return columns.reduce((sum, { kind }) => sum + columnEms[kind], 0) * em <= width
}

/** Longer values are cut on the page. */
const maxLength = 1_000

/** The columns of a widget whose config names none. */
const defaultNames = ['last_occurrence', 'severity', 'host', 'program', 'message', 'counter']

/** Other names of columns, which imported dashboards may have. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    severity_name: 'severity',
    facility_name: 'facility',
    status_name: 'status',
    mnemonic: 'cisco_mnemonic',
    count: 'counter',
    last_seen: 'last_occurrence',
    first_seen: 'first_occurrence',
  }),
)

/**
 * The columns that are not drawn as plain text. `triggers_fired_count` is, because its title is wider than a
 * column of numbers.
 */
const kinds: ReadonlyMap<string, ColumnKind> = new Map(
  Object.entries<ColumnKind>({
    last_occurrence: 'time',
    first_occurrence: 'time',
    severity: 'severity',
    message: 'message',
    counter: 'number',
  }),
)

/** The texts of columns that are not tags. A map, since a tag may be called `constructor`. */
const textOfColumn: ReadonlyMap<string, EventColumn['text']> = new Map(
  Object.entries<EventColumn['text']>({
    last_occurrence: (event, zone) => momentText(event.last_occurrence, zone),
    first_occurrence: (event, zone) => momentText(event.first_occurrence, zone),
    severity: event => nameText('severity', event.severity),
    facility: event => nameText('facility', event.facility),
    status: event => nameText('status', event.status),
    host: event => shortened(event.host),
    program: event => shortened(event.program),
    cisco_mnemonic: event => shortened(event.cisco_mnemonic),
    message: event => shortened(event.message),
    type: event => shortened(event.type),
    trigger_ids: event => event.trigger_ids.join(', '),
    triggers_fired_count: event => exactNumber(event.triggers_fired_count),
    counter: event => (event.counter > 1 ? `×${exactNumber(event.counter)}` : ''),
  }),
)

/** The columns that a widget's config names, or the default ones. An unknown name is a tag. */
export function eventColumns(columns: unknown): readonly EventColumn[] {
  const named = Array.isArray(columns) ? columns.filter(name => typeof name === 'string' && name !== '') : []
  const names = (named.length > 0 ? named.map(String) : defaultNames).map(name => aliases.get(name) ?? name)
  return [...new Set(names)].map(name => ({
    name,
    title: fieldText(name),
    kind: kinds.get(name) ?? 'text',
    text: textOfColumn.get(name) ?? (event => tagText(event, name)),
  }))
}

/** The value of a tag by its name, with or without the prefix `ut_`; empty if the event has no such tag. */
function tagText({ user_tags: tags }: EventRecord, name: string): string {
  const tag = Object.hasOwn(tags, name) ? name : name.replace(/^ut_/, '')
  return Object.hasOwn(tags, tag) ? shortened(tags[tag] ?? '') : ''
}

function shortened(text: string): string {
  return printable(withEllipsis(text, maxLength))
}
