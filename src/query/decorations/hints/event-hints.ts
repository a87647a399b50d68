import { isIPv4 } from 'node:net'
import { parseFieldName } from '../../../filter/predicate/field.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import {
  type Hint,
  type HintAction,
  type HintsByField,
  type HintType,
  hintTypes,
} from '../../../schema/event/hint.ts'
import { conditionText } from '../../../schema/filter/operator.ts'
import { maxNameLength } from '../../../schema/name-length.ts'
import { emailSpans } from './email.ts'
import { hostSpans } from './host.ts'
import { ipv6Spans } from './ipv6.ts'
import { macSpans } from './mac.ts'
import { runSpans, type Span } from './runs.ts'
import { urlSpans } from './url.ts'

/** Maximum UTF-16 units of an event that are searched, the message first. Limits the time per event. */
const maxText = 131_072
const maxHintsPerField = 100
/** A host's name without a domain. */
const bareHost = /^(?=.*[A-Za-z])[0-9A-Za-z_](?:[0-9A-Za-z_.-]{0,251}[0-9A-Za-z_])?$/

/**
 * Finds addresses and names in message, host, program and tags, with the actions that the page offers on
 * them. `canCreateTriggers`: whether the reader may create triggers.
 */
export function hintsOf(event: EventRecord, canCreateTriggers: boolean): HintsByField {
  const hints = new Map<string, Hint[]>()
  let unitsLeft = maxText
  for (const [field, text] of textsOf(event)) {
    const fieldHints = hintsIn(field, text, unitsLeft, canCreateTriggers)
    unitsLeft = Math.max(0, unitsLeft - text.length)
    if (fieldHints.length > 0) hints.set(field, fieldHints)
  }
  return Object.fromEntries(hints)
}

/** The texts of an event by their names in conditions. Tags that conditions cannot name are left out. */
export function textsOf({ message, host, program, user_tags }: EventRecord): Map<string, string> {
  const texts = new Map([
    ['message', message],
    ['host', host],
    ['program', program],
  ])
  for (const [tag, text] of Object.entries(user_tags)) {
    // A tag named like a field is reached as `ut_X`. If the event also has a tag `ut_X`, that name means the
    // other tag, and this one cannot be named.
    const isTagName = parseFieldName(tag).kind === 'tag'
    const name = isTagName ? tag : `ut_${tag}`
    const meansOtherTag = !isTagName && Object.hasOwn(user_tags, name)
    if (!meansOtherTag && name.length <= maxNameLength) texts.set(name, text)
  }
  return texts
}

/** `limit`: units of the text to search. Drops a hint at the limit, which may continue beyond it. */
function hintsIn(field: string, text: string, limit: number, canCreateTriggers: boolean): Hint[] {
  const searchedText = text.slice(0, limit)
  const isCut = searchedText.length < text.length
  const spans = findSpans(searchedText).filter(({ end }) => !isCut || end < limit)
  if (field === 'host' && spans.length === 0 && bareHost.test(text)) {
    spans.push({ type: 'host', start: 0, end: text.length })
  }
  return spans.slice(0, maxHintsPerField).map(({ type, start, end }) => {
    const value = text.slice(start, end)
    return { type, value, start, end, actions: actionsFor(field, text, value, canCreateTriggers) }
  })
}

/**
 * The actions on a value of a field. Each condition is valid in POST /api/query: `filter` matches the event
 * with the value, `exclude` does not. `trigger`, for readers who may create triggers, opens the form of a
 * trigger for the events that `filter` matches.
 */
function actionsFor(field: string, text: string, value: string, canCreateTriggers: boolean): HintAction[] {
  // In quotes, the message search has no operators or wildcards. No hint has a quotation mark.
  const phrase = `"${value}"`
  const isMessage = field === 'message'
  // Conditions on other fields have no escapes: a `*` or `?` of a URL is a wildcard, which also matches
  // itself.
  const pattern = value === text ? value : `*${value}*`
  const filter = isMessage
    ? ({ field, op: 'qp', value: phrase } as const)
    : ({ field, op: 'eq', value: pattern } as const)
  const exclude = isMessage ? { field, op: 'qp', value: `!${phrase}` } : { field, op: 'ne', value: pattern }
  const actions: HintAction[] = [
    { kind: 'search', condition: { field: 'message', op: 'qp', value: phrase } },
    { kind: 'filter', condition: filter },
    { kind: 'exclude', condition: exclude },
  ]
  if (!canCreateTriggers) return actions
  const query = new URLSearchParams({ f: conditionText(field, filter.op, [filter.value]) })
  return [...actions, { kind: 'trigger', condition: filter, url: `/triggers/new?${query}` }]
}

const dottedDecimal = /[0-9.]{7,}/g

const finders: Readonly<Record<HintType, (text: string) => Span[]>> = {
  url: urlSpans,
  email: emailSpans,
  mac: macSpans,
  ipv6: ipv6Spans,
  ipv4: text => runSpans('ipv4', text, { pattern: dottedDecimal, edges: '.', accepts: isIPv4 }),
  host: hostSpans,
}

/**
 * The addresses and names in a text, in order. Of overlapping ones the longest wins, then the first type of
 * `hintTypes`, then the earlier one. Linear in the length of the text, apart from the sort of the spans.
 */
export function findSpans(text: string): Span[] {
  const spans = hintTypes.flatMap(type => finders[type](text))
  return withoutOverlaps(spans, text.length)
}

/** Keeps the longest of overlapping spans, and the first of equally long ones. Linear apart from the sort. */
function withoutOverlaps(spans: readonly Span[], textLength: number): Span[] {
  if (spans.length < 2) return [...spans]
  const takenUnits = new Uint8Array(textLength)
  const keptSpans: Span[] = []
  for (const span of spans.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    // A kept span is at least as long as this one, so if they overlap it covers one of its ends.
    if (takenUnits[span.start] === 1 || takenUnits[span.end - 1] === 1) continue
    takenUnits.fill(1, span.start, span.end)
    keptSpans.push(span)
  }
  return keptSpans.sort((a, b) => a.start - b.start)
}
