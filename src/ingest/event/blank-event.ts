import { EVENT_SYSLOG, type ParsedEvent } from '../../schema/event/event.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { findMnemonicEnd } from '../syslog/parts/mnemonic.ts'
import { maxMessageLength } from './event-limits.ts'

/** A mnemonic begins before this position of the message. */
const maxMnemonicPosition = 64
/** Maximum bytes that `findMnemonicEnd` reads: 64 of a mnemonic, and the two after them. */
const maxBytesRead = 66
const scratch = Buffer.alloc(maxBytesRead)
/** Priority of events that name none, in the terms of RFC 5424: user-level messages, informational. */
const defaultFacility = 1
const defaultSeverity = 6

/** Shared by all events without tags or extra. writableTags and writableExtra replace it before a write. */
const noMembers: Record<string, string> = Object.freeze(Object.create(null))

/** A new event with default values, for protocols other than syslog. `receivedAt`: microseconds. */
export function blankEvent(sender: string, receivedAt: number): ParsedEvent {
  return {
    ts: receivedAt,
    host: sender,
    program: '',
    facility: defaultFacility,
    severity: defaultSeverity,
    mnemonic: '',
    message: '',
    type: EVENT_SYSLOG,
    status: 0,
    retentionClass: '',
    tags: noMembers,
    extra: noMembers,
  }
}

/**
 * The event's own tags, for writing. Copies frozen tags, which events may share. The object has no prototype,
 * so that `__proto__` is an ordinary tag.
 */
export function writableTags(event: ParsedEvent): Record<string, string> {
  if (event.tags === noMembers) event.tags = Object.create(null)
  else if (Object.isFrozen(event.tags)) event.tags = Object.assign(Object.create(null), event.tags)
  return event.tags
}

/** The event's own `extra`; see writableTags. */
export function writableExtra(event: ParsedEvent): Record<string, unknown> {
  if (event.extra === noMembers) event.extra = Object.create(null)
  else if (Object.isFrozen(event.extra)) event.extra = Object.assign(Object.create(null), event.extra)
  return event.extra
}

/**
 * Sets the message and its mnemonic. Cuts a message longer than `maxMessageLength`, and then sets
 * `originalBytes` and `extra.truncated` (the length before, in UTF-16 units). Returns whether it was cut.
 */
export function setMessage(event: ParsedEvent, text: string): boolean {
  event.message = truncateText(text, maxMessageLength)
  event.mnemonic = findMnemonic(event.message)
  if (text.length <= maxMessageLength) return false
  event.originalBytes = Buffer.byteLength(text)
  writableExtra(event).truncated = text.length
  return true
}

/** The Cisco mnemonic near the start of a message, at the start of a word; '' for none. */
function findMnemonic(message: string): string {
  let at = message.indexOf('%')
  while (at !== -1 && at < maxMnemonicPosition) {
    if (at === 0 || message[at - 1] === ' ') {
      const length = scratch.write(message.slice(at, at + maxBytesRead), 'latin1')
      const end = findMnemonicEnd(scratch, 0, length)
      if (end !== -1) return message.slice(at + 1, at + end)
    }
    at = message.indexOf('%', at + 1)
  }
  return ''
}
