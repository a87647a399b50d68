import { isHostName } from './host.ts'
import { joinsAfter, joinsBefore, type Span } from './runs.ts'

const localUnit = /[0-9A-Za-z._+-]/
const domainUnit = /[0-9A-Za-z_.-]/
/** Local part: letters, digits, `_`, `+`, `-`, and single dots in between. */
const local = /^[0-9A-Za-z_][0-9A-Za-z_+-]*(?:\.[0-9A-Za-z_+-]+)*$/
/** RFC 5321 section 4.5.3.1.1. */
const maxLocalLength = 64

/** Finds mail addresses with a domain. Accepts only the characters of RFC 5322 that are in common use. */
export function emailSpans(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = startOfLocal(text, at)
    const end = endOfDomain(text, at + 1)
    if (start === undefined || end === undefined) continue
    spans.push({ type: 'email', start, end })
  }
  return spans
}

/** Start of the local part that ends at `end`; undefined when there is none. */
function startOfLocal(text: string, end: number): number | undefined {
  let start = end
  while (start > 0 && localUnit.test(text.charAt(start - 1))) start--
  if (joinsBefore(text, start)) return undefined
  while (start < end && '.+-'.includes(text.charAt(start))) start++
  return end - start <= maxLocalLength && local.test(text.slice(start, end)) ? start : undefined
}

/** End of the domain that begins at `start`; undefined when there is none. */
function endOfDomain(text: string, start: number): number | undefined {
  let end = start
  while (end < text.length && domainUnit.test(text.charAt(end))) end++
  if (joinsAfter(text, end)) return undefined
  while (end > start && '.-'.includes(text.charAt(end - 1))) end--
  return isHostName(text.slice(start, end)) ? end : undefined
}
