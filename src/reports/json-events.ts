import type { EventCursor } from '../query/event-batch.ts'
import { asciiConstant } from './byte-writer.ts'
import { codeNames, dateConstants, empty, hasPlainTags, plainTagsWriter } from './event-constants.ts'
import type { JsonByteWriter } from './json-byte-writer.ts'

const start = asciiConstant('{"id":')
const idText = asciiConstant(',"_id":"')
const first = asciiConstant('","first_occurrence":')
const last = asciiConstant(',"last_occurrence":')
const firstDate = asciiConstant(',"first_occurrence_date":')
const lastDate = asciiConstant('","last_occurrence_date":')
const counter = asciiConstant('","counter":')
const host = asciiConstant(',"host":')
const program = asciiConstant(',"program":')
const mnemonic = asciiConstant(',"cisco_mnemonic":')
const message = asciiConstant(',"message":')
const severity = asciiConstant(',"severity":')
const severityName = asciiConstant(',"severity_name":"')
const facility = asciiConstant('","facility":')
const facilityName = asciiConstant(',"facility_name":"')
const status = asciiConstant('","status":')
const statusName = asciiConstant(',"status_name":"')
const type = asciiConstant('","type":"')
const tags = asciiConstant('","user_tags":')
/** What metadata adds is empty, see `eventRecord`. */
const end = asciiConstant(
  ',"extra_fields":{},"trigger_ids":[],"triggers_fired_count":0,"triggers_fired_data":[],"notes_count":0,"notes":[]}',
)

const unknownType = asciiConstant('UNKNOWN')
const noTags = asciiConstant('{}')

/** Adds an event as the interface shows it, from the bytes that it came in: the JSON of its `eventRecord`, for a quarter of the time. */
export function eventJsonWriter(timezone: string): (bytes: JsonByteWriter, event: EventCursor) => void {
  const dateOf = dateConstants(timezone, '"')
  const second = (micros: number) => Math.floor(micros / 1_000_000)
  return (bytes, event) => {
    bytes.constant(start)
    bytes.number(event.id)
    bytes.constant(idText)
    bytes.number(event.id)
    bytes.constant(first)
    bytes.micros(event.ts)
    bytes.constant(last)
    bytes.micros(event.last)
    bytes.constant(firstDate)
    bytes.constant(dateOf(second(event.ts)))
    bytes.constant(lastDate)
    bytes.constant(dateOf(second(event.last)))
    bytes.constant(counter)
    bytes.number(event.counter)
    bytes.constant(host)
    bytes.textAt(event, event.host.from, event.host.to)
    bytes.constant(program)
    bytes.textAt(event, event.program.from, event.program.to)
    bytes.constant(mnemonic)
    bytes.textAt(event, event.mnemonic.from, event.mnemonic.to)
    bytes.constant(message)
    bytes.textAt(event, event.message.from, event.message.to)
    bytes.constant(severity)
    bytes.number(event.severity)
    bytes.constant(severityName)
    bytes.constant(codeNames.severity[event.severity] ?? empty)
    bytes.constant(facility)
    bytes.number(event.facility)
    bytes.constant(facilityName)
    bytes.constant(codeNames.facility[event.facility] ?? empty)
    bytes.constant(status)
    bytes.number(event.status)
    bytes.constant(statusName)
    bytes.constant(codeNames.status[event.status] ?? empty)
    bytes.constant(type)
    bytes.constant(codeNames.type[event.type] ?? unknownType)
    bytes.constant(tags)
    addTags(bytes, event)
    bytes.constant(end)
  }
}

const addPlainTags = plainTagsWriter('"', '')

function addTags(bytes: JsonByteWriter, event: EventCursor): void {
  if (event.tagCount === 0) bytes.constant(noTags)
  else if (hasPlainTags(event)) addPlainTags(bytes, event)
  else bytes.json(JSON.stringify(event.tags()))
}
