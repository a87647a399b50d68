import type { Predicate, TextField } from '../../filter/predicate.ts'
import { eventTypes, type StoredEvent } from '../../schema/event.ts'
import type { Field, Value } from '../store.ts'

/** A field with few enough values to be counted by. */
export type CubeField = Exclude<Field, 'message' | object>

/** Numbers have a handful of values, so that even their minutes are few. */
const numeric: ReadonlySet<CubeField> = new Set(['severity', 'facility', 'status', 'type'])

/** `type` is asked about by its name. */
const typeNames: readonly Value[] = eventTypes

export function isNumber(field: CubeField): boolean {
  return numeric.has(field)
}

export function isCubeField(field: Field): field is CubeField {
  return typeof field === 'string' && field !== 'message'
}

/** The fields that a predicate looks at; undefined when it looks at others than those that are counted by. */
export function fieldsOf(predicate: Predicate): readonly CubeField[] | undefined {
  const found = new Set<CubeField>()
  return gather(predicate, found) ? [...found] : undefined
}

function gather(predicate: Predicate, found: Set<CubeField>): boolean {
  switch (predicate.kind) {
    case 'const':
      return true
    case 'all':
    case 'some':
      return predicate.of.every(part => gather(part, found))
    case 'not':
      return gather(predicate.of, found)
    case 'text':
    case 'in':
      return take(predicate.field, found)
    case 'number':
    case 'number-in':
      switch (predicate.field) {
        case 'severity':
        case 'facility':
        case 'status':
          found.add(predicate.field)
          return true
        default:
          return false
      }
    default:
      return false
  }
}

function take(field: TextField, found: Set<CubeField>): boolean {
  if (!isCubeField(field)) return false
  found.add(field)
  return true
}

/** An event of which nothing is known but these values: what a predicate that looks at no others is asked about. */
export function eventWith(fields: readonly CubeField[], values: readonly Value[]): StoredEvent {
  const event: StoredEvent = {
    id: 0,
    ts: 0,
    last: 0,
    counter: 1,
    host: '',
    program: '',
    facility: 0,
    severity: 0,
    mnemonic: '',
    type: 0,
    status: 0,
    message: '',
    tags: {},
  }
  for (const [i, field] of fields.entries()) set(event, field, values[i] ?? '')
  return event
}

function set(event: StoredEvent, field: CubeField, value: Value): void {
  switch (field) {
    case 'host':
    case 'program':
      event[field] = String(value)
      return
    case 'cisco_mnemonic':
      event.mnemonic = String(value)
      return
    case 'type':
      event.type = typeNames.indexOf(value)
      return
    default:
      event[field] = Number(value)
  }
}
