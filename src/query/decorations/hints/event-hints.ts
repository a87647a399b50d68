import { parseFieldName } from '../../../filter/predicate/field.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { ActionsHint, Hint } from '../../../schema/event/hint.ts'
import { actionsFor } from './actions.ts'
import { findSpans } from './find.ts'

/** UTF-16 units of an event that are searched, the message first: bounds the time that one event takes. */
const maxText = 131_072
const maxHintsPerField = 100
/** The limit for names of fields in conditions. */
const maxNameLength = 200
/** The name of a host without a domain. */
const bareHost = /^(?=.*[A-Za-z])[0-9A-Za-z_](?:[0-9A-Za-z_.-]{0,251}[0-9A-Za-z_])?$/

/**
 * Hints in the message, host, program and tags of an event. `canUseTriggers`: the reader may make triggers.
 */
export function actionsHint(event: EventRecord, canUseTriggers: boolean): ActionsHint {
  const hints = new Map<string, Hint[]>()
  let left = maxText
  for (const [field, text] of textsOf(event)) {
    const found = hintsIn(field, text, left, canUseTriggers)
    left = Math.max(0, left - text.length)
    if (found.length > 0) hints.set(field, found)
  }
  return Object.fromEntries(hints)
}

/** The texts of an event by their names in conditions. Leaves out a tag that no condition can name. */
export function textsOf({ message, host, program, user_tags }: EventRecord): Map<string, string> {
  const texts = new Map([
    ['message', message],
    ['host', host],
    ['program', program],
  ])
  for (const [tag, text] of Object.entries(user_tags)) {
    const own = parseFieldName(tag).kind === 'tag'
    const name = own ? tag : `ut_${tag}`
    const meansAnother = !own && Object.hasOwn(user_tags, name)
    if (!meansAnother && name.length <= maxNameLength) texts.set(name, text)
  }
  return texts
}

/** `limit`: units of the text to search. Drops a hint at the limit, which may continue beyond it. */
function hintsIn(field: string, text: string, limit: number, canUseTriggers: boolean): Hint[] {
  const seen = text.slice(0, limit)
  const isCut = seen.length < text.length
  const spans = findSpans(seen).filter(({ end }) => !isCut || end < limit)
  if (field === 'host' && spans.length === 0 && bareHost.test(text)) {
    spans.push({ type: 'host', start: 0, end: text.length })
  }
  return spans.slice(0, maxHintsPerField).map(({ type, start, end }) => {
    const value = text.slice(start, end)
    return { type, value, start, end, actions: actionsFor(field, text, value, canUseTriggers) }
  })
}
