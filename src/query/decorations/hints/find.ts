import { isIPv4 } from 'node:net'
import { type HintType, hintTypes } from '../../../schema/event/hint.ts'
import { emailSpans } from './email.ts'
import { hostSpans } from './host.ts'
import { ipv6Spans } from './ipv6.ts'
import { macSpans } from './mac.ts'
import { runSpans } from './runs.ts'
import type { Span } from './span.ts'
import { urlSpans } from './url.ts'
import { withoutOverlaps } from './without-overlaps.ts'

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
 * `hintTypes`, then the earlier one. Takes time in proportion to the length of the text.
 */
export function findSpans(text: string): Span[] {
  const spans = hintTypes.flatMap(type => finders[type](text))
  return withoutOverlaps(spans, text.length)
}
