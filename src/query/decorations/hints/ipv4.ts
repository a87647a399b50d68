import { isIPv4 } from 'node:net'
import { joinsAfter, joinsBefore } from './joins.ts'
import type { Span } from './span.ts'

const run = /[0-9.]+/g
const minLength = '0.0.0.0'.length

/** Dotted decimal addresses: a run of digits and dots that is nothing else, full stops around it aside. */
export function ipv4Spans(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: digits, index } of text.matchAll(run)) {
    if (digits.length < minLength) continue
    let start = index
    let end = index + digits.length
    if (joinsBefore(text, start) || joinsAfter(text, end)) continue
    while (text[start] === '.') start++
    while (end > start && text[end - 1] === '.') end--
    if (isIPv4(text.slice(start, end))) spans.push({ type: 'ipv4', start, end })
  }
  return spans
}
