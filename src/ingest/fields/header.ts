import { replaceEscapes } from './replace-escapes.ts'

const backslash = 0x5c
const pipe = 0x7c

/** Positions of the pipes behind the parts of a header: part i is text [ends[i - 1] + 1, ends[i]). */
export type HeaderEnds = number[]

/**
 * Finds the first `count` unescaped pipes at or after `start`, which end the parts of CEF and LEEF headers; returns how many
 * there are.
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

/** A part of a header, trimmed; `\|` is a pipe and `\\` a backslash. */
export function readHeaderPart(text: string, start: number, end: number): string {
  return replaceEscapes(text.slice(start, end).trim(), escapes)
}

const escapes = { '|': '|', '\\': '\\' }

/** Whether the text is a version: digits and dots. */
export function isVersion(text: string, start: number, end: number): boolean {
  if (start >= end || end - start > 8) return false
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== 0x2e && (unit < 0x30 || unit > 0x39)) return false
  }
  return true
}

/** The position behind the spaces at `start`. */
export function skipSpaces(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 0x20) at++
  return at
}
