import { replaceEscapes } from './replace-escapes.ts'

const backslash = 0x5c
const pipe = 0x7c

/** Where the parts of a header begin and end: part i is text [ends[i - 1] + 1, ends[i]). */
export type HeaderEnds = number[]

/**
 * Finds the first `count` pipes at or behind `start` that no backslash escapes, into `ends`; answers how many there are. In CEF and LEEF
 * they end the parts of the header.
 */
export function findHeaderEnds(text: string, start: number, count: number, ends: HeaderEnds): number {
  ends.length = 0
  for (let at = start; at < text.length && ends.length < count; at++) {
    const unit = text.charCodeAt(at)
    if (unit === backslash) at++
    else if (unit === pipe) ends.push(at)
  }
  return ends.length
}

/** A part of a header: `\|` is a pipe and `\\` a backslash. */
export function readHeaderPart(text: string, start: number, end: number): string {
  return replaceEscapes(text.slice(start, end).trim(), escapes)
}

const escapes = { '|': '|', '\\': '\\' }

/** Digits with dots between them: a version. */
export function isVersion(text: string, start: number, end: number): boolean {
  if (start >= end || end - start > 8) return false
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== 0x2e && (unit < 0x30 || unit > 0x39)) return false
  }
  return true
}

/** Behind the spaces at `start`. */
export function skipSpaces(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 0x20) at++
  return at
}
