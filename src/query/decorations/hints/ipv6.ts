import { isIPv4, isIPv6 } from 'node:net'
import { joinsAfter, joinsBefore, type Span } from './runs.ts'

const run = /[0-9A-Za-z:.]{3,}/g
const group = /^[0-9A-Fa-f]{1,4}$/
const digit = /[0-9]/

/** A text between colons, and its role in an address: `empty` stands between the two colons of `::`. */
interface Word {
  start: number
  end: number
  role: 'empty' | 'group' | 'ipv4' | undefined
}

/**
 * Finds IPv6 addresses (RFC 4291 section 2.2) without a zone, as the longest runs of words that form one.
 * `inside:2001:db8::1: up` contains one. Nine groups in a row are not an address, nor is `std::dec`: without
 * a digit it is more likely a name.
 */
export function ipv6Spans(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: matched, index } of text.matchAll(run)) {
    if (!matched.includes(':')) continue
    let end = index + matched.length
    let start = index
    while (text[start] === '.') start++
    while (end > start && text[end - 1] === '.') end--
    const words = wordsOf(text, start, end)
    for (let from = 0; from < words.length; from++) {
      if (words[from]?.role === undefined) continue
      let last = from
      while (words[last]?.role !== 'ipv4' && words[last + 1]?.role !== undefined) last++
      const span = addressOf(text, words, from, last)
      if (span !== undefined) spans.push(span)
      from = last
    }
  }
  return spans
}

function wordsOf(text: string, start: number, end: number): Word[] {
  const words: Word[] = []
  let from = start
  for (const word of text.slice(start, end).split(':')) {
    const to = from + word.length
    // Letters outside of `run`, such as ü, may continue the first or last word.
    const isPartial = (from === start && joinsBefore(text, from)) || (to === end && joinsAfter(text, to))
    words.push({ start: from, end: to, role: isPartial ? undefined : roleOf(word) })
    from = to + 1
  }
  return words
}

function roleOf(word: string): Word['role'] {
  if (word === '') return 'empty'
  if (group.test(word)) return 'group'
  return isIPv4(word) ? 'ipv4' : undefined
}

/** The address that these words form. A single colon at either end is punctuation. */
function addressOf(text: string, words: readonly Word[], from: number, last: number): Span | undefined {
  // `:2001:db8::1`, but not `::1`
  const hasColonBefore = from === 0 && words[0]?.role === 'empty' && words[1]?.role !== 'empty'
  // `2001:db8::1:`, but not `2001:db8::`
  const hasColonAfter =
    last === words.length - 1 && words[last]?.role === 'empty' && words[last - 1]?.role !== 'empty'
  const start = words[hasColonBefore ? from + 1 : from]?.start
  const end = words[hasColonAfter ? last - 1 : last]?.end
  if (start === undefined || end === undefined) return undefined
  const value = text.slice(start, end)
  return isIPv6(value) && digit.test(value) ? { type: 'ipv6', start, end } : undefined
}
