import type { ParsedEvent, StoredEvent } from '../../schema/event/event.ts'

/** A message that arrives: its fields, and when it happened (integer microseconds). */
export interface Arrival {
  fields: EventFields
  at: number
}
export type EventFields = Omit<ParsedEvent, 'ts' | 'extra'>

/** An event with all its occurrences. */
export interface OracleEvent {
  /** Rises with arrival. */
  id: number
  /** The fields of the first arrival. */
  fields: EventFields
  /** In order of arrival. The first one is the earliest. */
  occurrences: [number, ...number[]]
  /** When it began, if that day was dropped: `occurrences` are the remaining ones. */
  began?: number
}

/** Maximum windows of one signature that are open at a time. */
const openWindows = 4

/**
 * Groups arrivals into events. The window is [first, first + window). When several windows hold an arrival,
 * the last opened one takes it; an arrival in no window opens its own.
 */
export function deduplicated(arrivals: readonly Arrival[], windowSeconds: number): OracleEvent[] {
  const events: OracleEvent[] = []
  const open = new Map<string, OracleEvent[]>()
  for (const { fields, at } of arrivals) {
    const signature = signatureOf(fields)
    const windows = open.get(signature) ?? []
    const taker = windows.findLast(({ occurrences: [first] }) => {
      return at >= first && at < first + windowSeconds * 1_000_000
    })
    if (taker !== undefined) {
      taker.occurrences.push(at)
      continue
    }
    const event: OracleEvent = { id: events.length + 1, fields, occurrences: [at] }
    events.push(event)
    open.set(signature, [...windows, event].slice(-openWindows))
  }
  return events
}

function signatureOf({
  host,
  program,
  severity,
  facility,
  message,
  tags,
  retentionClass,
}: EventFields): string {
  return JSON.stringify([
    host,
    program,
    severity,
    facility,
    message,
    retentionClass,
    Object.entries(tags).sort(),
  ])
}

/** The event as a whole, as filters see it. */
export function wholeEvent({ id, fields, occurrences, began }: OracleEvent): StoredEvent {
  const { retentionClass: _, ...shown } = fields
  return {
    ...shown,
    id,
    ts: began ?? Math.min(...occurrences),
    last: Math.max(...occurrences),
    counter: occurrences.length,
    triggers: [],
  }
}

/** Occurrences inside [from, to), whole seconds. */
export function occurrencesIn(event: OracleEvent, from: number, to: number): number[] {
  return event.occurrences.filter(at => at >= from * 1_000_000 && at < to * 1_000_000)
}
