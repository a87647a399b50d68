import type { Predicate, TagRef, TextField } from '../../filter/predicate.ts'
import { compileJudge } from '../../filter/templates/judge.ts'
import { unknownEvent } from '../../filter/templates/unknown-event.ts'
import type { Verdict } from '../../filter/templates/verdict.ts'
import { templateVerdicts } from '../../filter/templates/verdicts.ts'
import { eventTypes, type StoredEvent } from '../../schema/event.ts'
import type { Field, Value } from '../store.ts'

/** A field that may have few enough values to be counted by. Of a tag only counting tells. */
export type CubeField = Exclude<Field, 'message'> | 'template'

/** Numbers have a handful of values, so that even their minutes are few. */
const numeric: ReadonlySet<CubeField> = new Set(['severity', 'facility', 'status', 'type'])

/** `type` is asked about by its name. */
const typeNames: readonly Value[] = eventTypes

export function isNumber(field: CubeField): boolean {
  return numeric.has(field)
}

export function isCubeField(field: Field): field is Exclude<Field, 'message'> {
  return field !== 'message'
}

export function isTag(field: CubeField | TextField): field is TagRef {
  return typeof field === 'object'
}

/** Fields with the same key are the same: two references to a tag may be two objects. */
export function keyOf(field: CubeField): string {
  return isTag(field) ? JSON.stringify(field.tag) : field
}

/** The fields of both, each once. */
export function withoutTwins(fields: readonly CubeField[]): readonly CubeField[] {
  return [...new Map(fields.map(field => [keyOf(field), field])).values()]
}

/**
 * The fields that a predicate looks at, the template for the message; undefined when it looks at others than those that are counted
 * by.
 */
export function fieldsOf(predicate: Predicate): readonly CubeField[] | undefined {
  const found: CubeField[] = []
  return gather(predicate, found) ? withoutTwins(found) : undefined
}

function gather(predicate: Predicate, found: CubeField[]): boolean {
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
    case 'tag-number':
      return take(predicate.field, found)
    case 'number':
    case 'number-in':
      switch (predicate.field) {
        case 'severity':
        case 'facility':
        case 'status':
          found.push(predicate.field)
          return true
        default:
          return false
      }
    case 'phrase':
      found.push('template')
      return true
  }
}

function take(field: TextField, found: CubeField[]): boolean {
  found.push(field === 'message' ? 'template' : field)
  return true
}

/** Whether values of the fields fit a predicate that looks at no others; `maybe` only where the template does not tell. */
export function judgeOf(
  predicate: Predicate,
  fields: readonly CubeField[],
): (values: readonly Value[]) => Verdict {
  if (fields.length === 1 && fields[0] === 'template') {
    const { verdictOf } = templateVerdicts(predicate)
    return ([template]) => verdictOf(String(template ?? ''))
  }
  const names = new Map(fields.map((field, i) => [keyOf(field), placeOf(i)]))
  const judge = compileJudge(renamed(predicate, names))
  const template = fields.indexOf('template')
  return values => judge(eventWith(fields, values), String(values[template] ?? ''))
}

/**
 * Several references may share names of tags, and mean different ones by them: so the value of each is held as a tag of its own, named
 * by its place.
 */
function placeOf(i: number): string {
  return String(i)
}

function renamed(predicate: Predicate, names: ReadonlyMap<string, string>): Predicate {
  switch (predicate.kind) {
    case 'all':
    case 'some':
      return { ...predicate, of: predicate.of.map(part => renamed(part, names)) }
    case 'not':
      return { ...predicate, of: renamed(predicate.of, names) }
    case 'tag-number':
      return { ...predicate, field: renamedTag(predicate.field, names) }
    case 'text':
    case 'in':
      return isTag(predicate.field) ? { ...predicate, field: renamedTag(predicate.field, names) } : predicate
    default:
      return predicate
  }
}

function renamedTag(field: TagRef, names: ReadonlyMap<string, string>): TagRef {
  return { tag: [names.get(keyOf(field)) ?? ''] }
}

/** An event of which nothing is known but these values. */
function eventWith(fields: readonly CubeField[], values: readonly Value[]): StoredEvent {
  const event: StoredEvent = { ...unknownEvent, tags: {} }
  for (const [i, field] of fields.entries()) {
    const value = values[i] ?? ''
    if (isTag(field)) event.tags[placeOf(i)] = String(value)
    else set(event, field, value)
  }
  return event
}

function set(event: StoredEvent, field: Exclude<CubeField, TagRef>, value: Value): void {
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
    case 'template':
      return
    default:
      event[field] = Number(value)
  }
}
