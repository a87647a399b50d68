import type { Predicate, TagRef, TextField } from '../../filter/predicate/predicate.ts'
import { emptyEvent } from '../../filter/templates/empty-event.ts'
import { compileTemplateMatcher, type Verdict } from '../../filter/templates/template-matcher.ts'
import { templateVerdicts } from '../../filter/templates/verdicts.ts'
import { eventTypes, type StoredEvent } from '../../schema/event/event.ts'
import type { Field, Value } from '../contract/field.ts'

/** A field that rollups can count by. Rollups exclude tags that turn out to have too many values. */
export type RollupField = Exclude<Field, 'message'>

/** Fields with so few values that even tiles of minutes are small. */
const fewValued: ReadonlySet<RollupField> = new Set(['severity', 'facility', 'status', 'type'])

/** Rollups count `type` by name. */
const typeNames: readonly Value[] = eventTypes

export function hasFewValues(field: RollupField): boolean {
  return fewValued.has(field)
}

export function isRollupField(field: Field): field is RollupField {
  return field !== 'message'
}

export function isTag(field: RollupField | TextField): field is TagRef {
  return typeof field === 'object'
}

/** Key of a field, since two references to the same tag may be different objects. */
export function keyOf(field: RollupField): string {
  return isTag(field) ? JSON.stringify(field.tag) : field
}

export function uniqueFields(fields: readonly RollupField[]): readonly RollupField[] {
  return [...new Map(fields.map(field => [keyOf(field), field])).values()]
}

/** The fields of a predicate, with the template in place of the message; undefined if it has other fields. */
export function fieldsOf(predicate: Predicate): readonly RollupField[] | undefined {
  const found: RollupField[] = []
  return collectFields(predicate, found) ? uniqueFields(found) : undefined
}

function collectFields(predicate: Predicate, found: RollupField[]): boolean {
  switch (predicate.kind) {
    case 'const':
      return true
    case 'all':
    case 'some':
      return predicate.of.every(part => collectFields(part, found))
    case 'not':
      return collectFields(predicate.of, found)
    case 'text':
    case 'in':
    case 'tag-number':
      found.push(predicate.field === 'message' ? 'template' : predicate.field)
      return true
    case 'number':
    case 'number-in': {
      const { field } = predicate
      if (field !== 'severity' && field !== 'facility' && field !== 'status') return false
      found.push(field)
      return true
    }
    case 'phrase':
      found.push('template')
      return true
  }
}

/**
 * Compiles a predicate that has only these fields into a judge of their values. The verdict is `maybe` if it
 * depends on the parts of the message that its template replaces.
 */
export function fieldJudge(
  predicate: Predicate,
  fields: readonly RollupField[],
): (values: readonly Value[]) => Verdict {
  if (fields.length === 1 && fields[0] === 'template') {
    const { verdictOf } = templateVerdicts(predicate)
    return ([template]) => verdictOf(String(template ?? ''))
  }
  const names = new Map(fields.map((field, i) => [keyOf(field), placeholderName(i)]))
  const judge = compileTemplateMatcher(renamed(predicate, names))
  const template = fields.indexOf('template')
  return values => judge(eventWith(fields, values), String(values[template] ?? ''))
}

/**
 * Tag under which the matcher finds the value of field `i`. Real names would collide: two references may
 * share a name but have different values.
 */
function placeholderName(i: number): string {
  return String(i)
}

/** The predicate with placeholders in place of tags. `names`: by `keyOf` of the field. */
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

/** An event that has only these values, with tags under their placeholders. */
function eventWith(fields: readonly RollupField[], values: readonly Value[]): StoredEvent {
  const event: StoredEvent = { ...emptyEvent, tags: {} }
  for (const [i, field] of fields.entries()) {
    const value = values[i] ?? ''
    if (isTag(field)) event.tags[placeholderName(i)] = String(value)
    else setField(event, field, value)
  }
  return event
}

/** Sets a field other than a tag. The matcher gets the template separately. */
function setField(event: StoredEvent, field: Exclude<RollupField, TagRef>, value: Value): void {
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
