import { isIPv4 } from 'node:net'
import { type HintType, hintTypes } from '../../../schema/event/hint.ts'
import { emailSpans } from './email.ts'
import { hostSpans } from './host.ts'
import { ipv6Spans } from './ipv6.ts'
import { macSpans } from './mac.ts'
import { runSpans } from './runs.ts'
import type { Span } from './span.ts'
import { urlSpans } from './url.ts'

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

/**
 * Keeps the longest of overlapping spans, then the first of equally long ones; returns them in the order of
 * the text. Takes time in proportion to the length of the text.
 */
function withoutOverlaps(spans: readonly Span[], textLength: number): Span[] {
  if (spans.length < 2) return [...spans]
  const takenUnits = new Uint8Array(textLength)
  const keptSpans: Span[] = []
  for (const span of spans.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    // A kept span is at least as long, so it covers one end of this one where they overlap.
    if (takenUnits[span.start] === 1 || takenUnits[span.end - 1] === 1) continue
    takenUnits.fill(1, span.start, span.end)
    keptSpans.push(span)
  }
  return keptSpans.sort((a, b) => a.start - b.start)
}
