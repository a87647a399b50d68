import type { EventCursor } from '../query/event-batch.ts'
import { dateStamps, hasPlainTags, names, none, plainTagsWriter } from './event-stamps.ts'
import type { JsonBytes } from './json-bytes.ts'
import { stampOf } from './row-bytes.ts'

const start = stampOf('{"id":')
const idText = stampOf(',"_id":"')
const first = stampOf('","first_occurrence":')
const last = stampOf(',"last_occurrence":')
const firstDate = stampOf(',"first_occurrence_date":')
const lastDate = stampOf('","last_occurrence_date":')
const counter = stampOf('","counter":')
const host = stampOf(',"host":')
const program = stampOf(',"program":')
const mnemonic = stampOf(',"cisco_mnemonic":')
const message = stampOf(',"message":')
const severity = stampOf(',"severity":')
const severityName = stampOf(',"severity_name":"')
const facility = stampOf('","facility":')
const facilityName = stampOf(',"facility_name":"')
const status = stampOf('","status":')
const statusName = stampOf(',"status_name":"')
const type = stampOf('","type":"')
const tags = stampOf('","user_tags":')
/** What metadata adds is empty, see `eventRecord`. */
const end = stampOf(
  ',"extra_fields":{},"trigger_ids":[],"triggers_fired_count":0,"triggers_fired_data":[],"notes_count":0,"notes":[]}',
)

const unknownType = stampOf('UNKNOWN')
const noTags = stampOf('{}')

/** Adds an event as the interface shows it, from the bytes that it came in: the JSON of its `eventRecord`, for a quarter of the time. */
export function eventJsonWriter(timezone: string): (bytes: JsonBytes, event: EventCursor) => void {
  const dateOf = dateStamps(timezone, '"')
  const second = (micros: number) => Math.floor(micros / 1_000_000)
  return (bytes, event) => {
    bytes.stamp(start)
    bytes.number(event.id)
    bytes.stamp(idText)
    bytes.number(event.id)
    bytes.stamp(first)
    bytes.micros(event.ts)
    bytes.stamp(last)
    bytes.micros(event.last)
    bytes.stamp(firstDate)
    bytes.stamp(dateOf(second(event.ts)))
    bytes.stamp(lastDate)
    bytes.stamp(dateOf(second(event.last)))
    bytes.stamp(counter)
    bytes.number(event.counter)
    bytes.stamp(host)
    bytes.textAt(event, event.host.from, event.host.to)
    bytes.stamp(program)
    bytes.textAt(event, event.program.from, event.program.to)
    bytes.stamp(mnemonic)
    bytes.textAt(event, event.mnemonic.from, event.mnemonic.to)
    bytes.stamp(message)
    bytes.textAt(event, event.message.from, event.message.to)
    bytes.stamp(severity)
    bytes.number(event.severity)
    bytes.stamp(severityName)
    bytes.stamp(names.severity[event.severity] ?? none)
    bytes.stamp(facility)
    bytes.number(event.facility)
    bytes.stamp(facilityName)
    bytes.stamp(names.facility[event.facility] ?? none)
    bytes.stamp(status)
    bytes.number(event.status)
    bytes.stamp(statusName)
    bytes.stamp(names.status[event.status] ?? none)
    bytes.stamp(type)
    bytes.stamp(names.type[event.type] ?? unknownType)
    bytes.stamp(tags)
    addTags(bytes, event)
    bytes.stamp(end)
  }
}

const addPlainTags = plainTagsWriter('"', '')

function addTags(bytes: JsonBytes, event: EventCursor): void {
  if (event.tagCount === 0) bytes.stamp(noTags)
  else if (hasPlainTags(event)) addPlainTags(bytes, event)
  else bytes.json(JSON.stringify(event.tags()))
}
