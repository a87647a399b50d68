import { type HintType, hintTypes } from '../../../schema/hint.ts'
import { emailSpans } from './email.ts'
import { hostSpans } from './host.ts'
import { ipv4Spans } from './ipv4.ts'
import { ipv6Spans } from './ipv6.ts'
import { macSpans } from './mac.ts'
import type { Span } from './span.ts'
import { urlSpans } from './url.ts'
import { withoutOverlaps } from './without-overlaps.ts'

/** Everything of a type that could be meant. */
const finders: Readonly<Record<HintType, (text: string) => Span[]>> = {
  url: urlSpans,
  email: emailSpans,
  mac: macSpans,
  ipv6: ipv6Spans,
  ipv4: ipv4Spans,
  host: hostSpans,
}

/**
 * The addresses and names in a text, in its order, none overlapping: the longest wins, of equally long ones the first type
 * of `hintTypes`, then the earlier. Takes time in proportion to the text, whatever it says (hits are sorted).
 */
export function findSpans(text: string): Span[] {
  const spans = hintTypes.flatMap(type => finders[type](text))
  return withoutOverlaps(spans, text.length)
}
