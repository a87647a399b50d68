import type { BodyText } from './body-text.ts'
import { endOfString, skipSpace } from './measure-json.ts'

const comma = 0x2c
const quote = 0x22
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/**
 * Splits a body into the texts of its JSON objects: one list of objects, or objects separated by white space,
 * commas or nothing. Yields other text up to the end of its line, and a truncated last object, for the caller
 * to refuse. Never throws.
 */
export function* splitJsonObjects(body: BodyText): Iterable<string> {
  const { text } = body
  let at = skipSeparators(text, 0)
  let end = text.length
  if (text.charCodeAt(at) === openBracket) {
    at++
    const last = lastUnit(text)
    if (text.charCodeAt(last) === closeBracket) end = last
  }
  for (;;) {
    at = skipSeparators(text, at)
    if (at >= end) return
    const stop = text.charCodeAt(at) === openBrace ? endOfObject(text, at, end) : endOfLine(text, at, end)
    yield body.slice(at, stop)
    at = stop
  }
}

function endOfObject(text: string, from: number, end: number): number {
  let depth = 0
  for (let at = from; at < end; ) {
    const unit = text.charCodeAt(at++)
    if (unit === quote) {
      at = endOfString(text, at)
      if (at === -1) return end
    } else if (unit === openBrace || unit === openBracket) depth++
    else if ((unit === closeBrace || unit === closeBracket) && --depth === 0) return at
  }
  return end
}

function endOfLine(text: string, from: number, end: number): number {
  const newline = text.indexOf('\n', from)
  return newline === -1 || newline > end ? end : newline
}

/** The position after white space and commas. */
function skipSeparators(text: string, from: number): number {
  let at = skipSpace(text, from)
  while (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  return at
}

/** Position of the last unit that is not white space. */
function lastUnit(text: string): number {
  let at = text.length - 1
  while (at > 0 && skipSpace(text, at) > at) at--
  return at
}
