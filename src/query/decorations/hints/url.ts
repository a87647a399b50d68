import { joinsBefore, type Span } from './runs.ts'

const schemeSeparator = '://'
const schemeUnit = /[0-9A-Za-z+]/
const scheme = /^[A-Za-z][0-9A-Za-z+]{0,19}$/
/** RFC 3986 appendix A, with letters, digits and accents of any script (RFC 3987). */
const afterScheme = /[0-9A-Za-z._~:/?#[\]@!$&'()*+,;=%\p{L}\p{N}\p{M}-]*/uy
const wordUnit = /[\p{L}\p{N}]/u
/** At the end of a URL these belong to the sentence. */
const punctuation = `.,;:!?'*`
const maxUrlLength = 2_048

/** Finds URLs, none inside another. */
export function urlSpans(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (let at = text.indexOf(schemeSeparator); at >= 0; at = text.indexOf(schemeSeparator, from)) {
    const start = startOfScheme(text, at, from)
    const end = start === undefined ? undefined : endOfRest(text, at + schemeSeparator.length)
    from = end ?? at + schemeSeparator.length
    if (start === undefined || end === undefined || end - start > maxUrlLength) continue
    spans.push({ type: 'url', start, end })
  }
  return spans
}

/** Start of the scheme that ends at `end`, not before `from`; undefined for none. */
function startOfScheme(text: string, end: number, from: number): number | undefined {
  let start = end
  while (start > from && schemeUnit.test(text.charAt(start - 1))) start--
  if (joinsBefore(text, start)) return undefined
  while (text[start] === '+') start++
  return scheme.test(text.slice(start, end)) ? start : undefined
}

/** End of the text after the scheme, without punctuation; undefined if it has no letter or digit. */
function endOfRest(text: string, start: number): number | undefined {
  afterScheme.lastIndex = start
  const urlText = afterScheme.exec(text)?.[0] ?? ''
  if (!wordUnit.test(urlText)) return undefined
  return start + lengthWithoutPunctuation(urlText)
}

/**
 * Length without punctuation and opening brackets at the end, and without closing brackets that were opened
 * before the URL.
 */
function lengthWithoutPunctuation(urlText: string): number {
  let round = surplus(urlText, '(', ')')
  let square = surplus(urlText, '[', ']')
  let end = urlText.length
  for (; end > 0; end--) {
    const unit = urlText.charAt(end - 1)
    // Without this bracket, one more is closed than opened.
    if (unit === '(') round++
    else if (unit === '[') square++
    else if (unit === ')' && round > 0) round--
    else if (unit === ']' && square > 0) square--
    else if (!punctuation.includes(unit)) break
  }
  return end
}

/** How many more brackets are closed than opened. */
function surplus(text: string, open: string, close: string): number {
  return text.split(close).length - text.split(open).length
}
