import type { Pill } from '../../../filter/typed/pill.ts'
import { parseTypedQuery, type TermKeptAsText } from '../../../filter/typed/typed-query.ts'
import { findKnownTag } from '../completion/use-range-tags.ts'
import { meantName } from './likely-meant.ts'

/** The filter that a term with an unknown name was likely meant to be, and the text without it. */
export function meantFilter(
  text: string,
  { written, name, start }: Pick<TermKeptAsText, 'written' | 'name' | 'start'>,
  tags: readonly string[],
): { text: string; pills: readonly Pill[] } | undefined {
  const meant = meantName(name, tags)
  if (meant === undefined) return undefined
  const meantTerm = meant + written.slice(name.length)
  const { filterTerms, without } = parseTypedQuery(
    text.slice(0, start) + meantTerm + text.slice(start + written.length),
    findKnownTag,
  )
  const found = filterTerms.find(each => each.start === start && each.written === meantTerm)
  return found && { text: without([found]), pills: found.pills }
}
