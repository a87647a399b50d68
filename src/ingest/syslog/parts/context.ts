import type { ParsedEvent } from '../../../schema/event/event.ts'
import type { Zone } from '../../../time/zone.ts'
import { byteAt, DASH, isDigit, SPACE, startsWithText } from './bytes.ts'

/** Facts that a parser needs beside the bytes. Serves all lines of a sender; only receivedAt changes. */
export interface ParseContext {
  /** Time of receipt, integer microseconds since the epoch: the time of events without a usable timestamp. */
  receivedAt: number
  /** Address of the peer: the host of events without one. */
  sender: string
  /** Zone of timestamps without an offset; UTC when absent. */
  zone?: Zone
  /** Maximum size of a frame, bytes; 65,536 when absent. */
  maxMessageBytes?: number
  /** The sender's last messages, which give `last message repeated 3 times` its host and program. */
  recent?: RecentPrograms
}

export const defaultMaxMessageBytes = 65_536

/** Messages kept: a relay may send other hosts' lines between a message and its count. A power of two. */
const slots = 8

/** Hosts and programs of a sender's last messages, for lines such as `last message repeated 3 times`. */
export class RecentPrograms {
  readonly #hosts: string[] = []
  readonly #programs: string[] = []
  #next = 0

  add({ host, program }: ParsedEvent): void {
    const slot = this.#next
    this.#hosts[slot] = host
    this.#programs[slot] = program
    this.#next = (slot + 1) & (slots - 1)
  }

  /** The host of the last message; undefined without one. */
  get host(): string | undefined {
    return this.#hosts[(this.#next - 1) & (slots - 1)]
  }

  /** The program of the last message of a host, '' for none. */
  programOf(host: string): string {
    for (let back = 1; back <= slots; back++) {
      const slot = (this.#next - back) & (slots - 1)
      if (this.#hosts[slot] === host) return this.#programs[slot] ?? ''
    }
    return ''
  }
}

/**
 * Whether the text is `last message repeated 3 times`, which syslogd writes instead of the repeats. It may
 * say `buffered` instead of `repeated`, and be between dashes.
 */
export function isRepeatCount(bytes: Uint8Array, start: number, end: number): boolean {
  const first = byteAt(bytes, start)
  // Most lines do not begin with l, L or a dash.
  if (first !== 0x6c && first !== 0x4c && first !== DASH) return false
  let at = start
  while (at < end && (bytes[at] === DASH || bytes[at] === SPACE)) at++
  if ((byteAt(bytes, at) | 0x20) !== 0x6c || !startsWithText(bytes, at + 1, end, 'ast message ')) return false
  at += 13
  if (!startsWithText(bytes, at, end, 'repeated ') && !startsWithText(bytes, at, end, 'buffered '))
    return false
  at += 9
  const digitsAt = at
  while (at < end && isDigit(byteAt(bytes, at))) at++
  return at > digitsAt && startsWithText(bytes, at, end, ' time')
}
