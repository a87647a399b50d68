import type { FindName } from '../../../filter/typed/name-words.ts'
import type { FindTag } from '../../../filter/typed/names-of-events.ts'
import { namesOfTags } from '../../../filter/typed/tag-lookup.ts'
import { type ParsedQuery, parseTypedQuery } from '../../../filter/typed/typed-query.ts'
import { findKnownTag } from '../completion/use-range-tags.ts'

/** Parses a search in which the conditions in `kept` are quoted, as text. */
export function parseKeeping(
  kept: ReadonlySet<string>,
  typed: string,
  findTag: FindTag,
  findName: FindName,
): ParsedQuery {
  const { filterTerms } = parseTypedQuery(typed, findTag, findName)
  const keptTerms = filterTerms.filter(term => kept.has(term.written))
  // `text` of the first term is `typed` with this term quoted. Further terms are quoted in that text.
  let quoted = keptTerms[0]?.text ?? typed
  for (const { written } of keptTerms.slice(1)) quoted = quoteTerm(quoted, written, findName)
  return parseTypedQuery(quoted.trim(), findTag, findName)
}

/** All conditions in a text, as written. Each name counts as a tag. */
export function conditionsIn(text: string): string[] {
  return parseTypedQuery(text, name => findKnownTag(name) ?? name).filterTerms.map(({ written }) => written)
}

/** Finds tags for a text whose names were looked up: `false` for a name that is not a tag. */
export function findTagOf(text: string): FindTag {
  const lookedUp = new Set(namesOfTags(text))
  return name => findKnownTag(name) ?? (lookedUp.has(name) ? false : undefined)
}

/** Names of conditions in a text that may be tags, but are not known to this page. */
export function unknownNames(text: string): string[] {
  return namesOfTags(text).filter(name => findKnownTag(name) === undefined)
}

/**
 * The text with one of its conditions quoted. The condition may be on a tag that this page does not know.
 */
export function quoteTerm(text: string, written: string, findName: FindName): string {
  const { filterTerms } = parseTypedQuery(text, name => findKnownTag(name) ?? name, findName)
  return filterTerms.find(term => term.written === written)?.text ?? text
}
