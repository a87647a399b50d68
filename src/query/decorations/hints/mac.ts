import { joinsAfter, joinsBefore, runSpans, type Span } from './runs.ts'

/** Runs of pairs by separator, at least as long as an address. */
const pairRuns = [
  [':', /[0-9A-Za-z:]{17,}/g],
  ['-', /[0-9A-Za-z-]{17,}/g],
] as const
const pair = /^[0-9A-Fa-f]{2}$/
const dottedRun = /[0-9A-Za-z.]{14,}/g
const dotted = /^[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}$/

/**
 * Finds hardware addresses (EUI-48, EUI-64): exactly 6 or 8 pairs of hexadecimal digits between colons or
 * hyphens, or three groups of four between dots. Other words may adjoin pairs (`mac:00:1b:…`), but not
 * groups, since host names have dots.
 */
export function macSpans(text: string): Span[] {
  const pairs = pairRuns.flatMap(([separator, run]) => pairSpans(text, separator, run))
  const groups = runSpans('mac', text, { pattern: dottedRun, edges: '.', accepts: run => dotted.test(run) })
  return [...pairs, ...groups].sort((a, b) => a.start - b.start)
}

function pairSpans(text: string, separator: string, run: RegExp): Span[] {
  const spans: Span[] = []
  for (const { 0: matched, index } of text.matchAll(run)) {
    const runEnd = index + matched.length
    let at = index
    let start = index
    let pairs = 0
    for (const word of matched.split(separator)) {
      const end = at + word.length
      const isWordPart = (at === index && joinsBefore(text, at)) || (end === runEnd && joinsAfter(text, end))
      if (pair.test(word) && !isWordPart) {
        if (pairs++ === 0) start = at
      } else {
        if (isAddress(pairs)) spans.push({ type: 'mac', start, end: at - 1 })
        pairs = 0
      }
      at = end + 1
    }
    if (isAddress(pairs)) spans.push({ type: 'mac', start, end: runEnd })
  }
  return spans
}

function isAddress(pairs: number): boolean {
  return pairs === 6 || pairs === 8
}
