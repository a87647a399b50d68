import { eventTypes, facilities, type StoredEvent, severities, statuses } from '../../schema/event/event.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import type { SearchParams, SearchResults } from '../../schema/query/search.ts'
import { wallClock } from './calendar.ts'
import { type OracleEvent, occurrencesIn, wholeEvent } from './events.ts'
import { countIn } from './oracle-counts.ts'
import type { OracleRange } from './oracle-range.ts'

/** The expected answer of a Search, from all occurrences. */
export function oracleSearch(
  matching: readonly OracleEvent[],
  params: SearchParams,
  range: OracleRange,
): SearchResults {
  const { from, to, timezone } = range
  const inside = matching.filter(event => occurrencesIn(event, from, to).length > 0)
  const size = params.page_size ?? params.limit ?? 100
  const { page = 1, offset = 0 } = params
  const start = offset + (page - 1) * size
  const sorted = inside.map(wholeEvent).sort(inOrderOf(params.sort ?? '-last_occurrence'))
  return {
    totals: { ts_from: from, ts_to: to, count: inside.length, occurrences: countIn(inside, from, to) },
    events: {
      page_number: page,
      page_size: size,
      offset,
      page_count: Math.ceil(Math.max(0, inside.length - offset) / size),
      item_count: inside.length,
      objects: sorted.slice(start, start + size).map(event => recordOf(event, timezone)),
    },
  }
}

/** Ties by id, in the direction of the first key. */
function inOrderOf(sort: string | readonly string[]): (a: StoredEvent, b: StoredEvent) => number {
  const keys = typeof sort === 'string' ? [sort] : sort
  const first = keys[0] ?? '-last_occurrence'
  const all = [...(keys.length === 0 ? [first] : keys), first.startsWith('-') ? '-id' : 'id']
  return (a, b) => {
    for (const key of all) {
      const difference = numberIn(a, key) - numberIn(b, key)
      if (difference !== 0) return key.startsWith('-') ? -difference : difference
    }
    return 0
  }
}

function numberIn(event: StoredEvent, key: string): number {
  switch (key.replace('-', '')) {
    case 'first_occurrence':
      return event.ts
    case 'last_occurrence':
      return event.last
    case 'id':
      return event.id
    default:
      return event.counter
  }
}

function recordOf(event: StoredEvent, timezone: string): EventRecord {
  const date = (micros: number): string =>
    wallClock(Math.floor(micros / 1_000_000), timezone).replaceAll('-', '/')
  return {
    id: event.id,
    _id: `${event.id}`,
    first_occurrence: event.ts / 1_000_000,
    last_occurrence: event.last / 1_000_000,
    first_occurrence_date: date(event.ts),
    last_occurrence_date: date(event.last),
    counter: event.counter,
    host: event.host,
    program: event.program,
    cisco_mnemonic: event.mnemonic,
    message: event.message,
    severity: event.severity,
    severity_name: String(severities[event.severity]),
    facility: event.facility,
    facility_name: String(facilities[event.facility]),
    status: event.status,
    status_name: String(statuses[event.status]),
    type: String(eventTypes[event.type]),
    user_tags: event.tags,
    extra_fields: {},
    trigger_ids: [...event.triggers],
    triggers_fired_count: event.triggers.length,
    triggers_fired_data: [],
    notes_count: 0,
    notes: [],
  }
}
