import type { FieldSink } from './field-sink.ts'
import { replaceEscapes } from './replace-escapes.ts'

const backslash = 0x5c
const pipe = 0x7c

/**
 * Finds the first `count` unescaped pipes from `start` on, which end the parts of CEF and LEEF headers.
 * Writes their positions to `ends`; returns how many it found. Part i is text [ends[i - 1] + 1, ends[i]).
 */
export function findHeaderEnds(text: string, start: number, count: number, ends: number[]): number {
  ends.length = 0
  for (let at = start; at < text.length && ends.length < count; at++) {
    const unit = text.charCodeAt(at)
    if (unit === backslash) at++
    else if (unit === pipe) ends.push(at)
  }
  return ends.length
}

/** Adds the header's parts after the version under these names, trimmed. `\|` is a pipe, `\\` a backslash. */
export function putHeader(
  text: string,
  ends: readonly number[],
  names: readonly string[],
  sink: FieldSink,
): void {
  for (let i = 0; i < names.length; i++) {
    const part = text.slice((ends[i] ?? 0) + 1, ends[i + 1] ?? text.length).trim()
    sink.put(names[i] ?? '', replaceEscapes(part, escapes))
  }
}

const escapes = { '|': '|', '\\': '\\' }

/** Whether text [start, end) is the version of a header, such as `0` or `2.0`: at most 8 digits and dots. */
export function isVersion(text: string, start: number, end: number): boolean {
  if (start >= end || end - start > 8) return false
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== 0x2e && (unit < 0x30 || unit > 0x39)) return false
  }
  return true
}

/** The position after the spaces at `start`. */
export function skipSpaces(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 0x20) at++
  return at
}
