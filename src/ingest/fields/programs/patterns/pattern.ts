import { isSpace } from '../../field-sink.ts'
import { type FieldName, isFieldName } from './field-names.ts'
import type { FieldsDraft } from './fields-draft.ts'

/** What a capture may be, and where it ends. */
const kinds = [
  // Characters without white space, up to the literal after it.
  'word',
  // Anything up to the first occurrence of the literal after it.
  'text',
  // Anything up to the last occurrence of the literal, which may also be in a name that a stranger chooses.
  'longest',
  // An IP address, in brackets or not, or a host name.
  'address',
  // Digits, with an optional sign and fraction.
  'number',
  // A number; becomes milliseconds.
  'seconds',
  // hours:minutes:seconds; becomes milliseconds.
  'clock',
  // A word; becomes lower case.
  'lower',
] as const
type Kind = (typeof kinds)[number]

interface Capture {
  kind: Kind
  /** Undefined for text that is skipped. */
  field: FieldName | undefined
  /** The literal after the capture; '' only at the end. */
  after: string
}

/** Fields that all lines of a pattern have. */
export type ConstantFields = Readonly<Partial<Record<FieldName, string>>>

/** Maximum captures of a pattern. */
const maxCaptures = 24
// Where the captures of the current line are. Shared, since matching is synchronous.
const starts = new Int32Array(maxCaptures)
const ends = new Int32Array(maxCaptures)

/**
 * A form of lines such as `Accepted {:word} for {user.name} from {source.address} port {source.port}*`. Text
 * outside of braces is literal. `{field:kind}` captures a field, `{:kind}` skips it; the kind is `word` if
 * absent. A final `*` stands for any rest; without it, only white space may follow. The end of a capture is
 * searched once, without backtracking, so matching takes time linear in the line.
 */
export class Pattern {
  /** The literal before the first capture. */
  readonly lead: string
  readonly #captures: readonly Capture[]
  readonly #isOpen: boolean
  readonly #constants: readonly (readonly [FieldName, string])[]

  /** Throws an Error for an unknown field or kind, too many captures, or two without text between them. */
  constructor(text: string, constants: ConstantFields = {}) {
    this.#isOpen = text.endsWith('*')
    const [lead = '', ...rest] = (this.#isOpen ? text.slice(0, -1) : text).split('{')
    this.lead = lead
    this.#captures = rest.map((part, i) => parseCapture(part, text, i === rest.length - 1))
    if (rest.length > maxCaptures) throw new Error(`${text}: expected at most ${maxCaptures} captures`)
    this.#constants = Object.entries(constants).map(([name, value]) => {
      if (!isFieldName(name)) throw new Error(`${text}: ${name} is not a field`)
      return [name, value]
    })
  }

  /** The names of the fields that lines of this form may have. */
  get fields(): FieldName[] {
    const captured = this.#captures.flatMap(({ field }) => field ?? [])
    return [...captured, ...this.#constants.map(([name]) => name)]
  }

  /** Adds the fields if the text from `at` on has this form; otherwise adds nothing and returns false. */
  read(text: string, at: number, draft: FieldsDraft): boolean {
    if (!text.startsWith(this.lead, at)) return false
    let position = at + this.lead.length
    const captures = this.#captures
    for (let i = 0; i < captures.length; i++) {
      const capture = captures[i]
      if (capture === undefined) return false
      const end = findEnd(text, position, capture)
      if (end === -1) return false
      starts[i] = position
      ends[i] = end
      position = end + capture.after.length
    }
    if (!this.#isOpen && !isBlank(text, position)) return false
    for (let i = 0; i < captures.length; i++) {
      const capture = captures[i]
      if (capture?.field === undefined) continue
      draft.add(capture.field, fieldValue(text.slice(starts[i] ?? 0, ends[i] ?? 0), capture.kind))
    }
    for (const [name, value] of this.#constants) draft.add(name, value)
    return true
  }
}

function parseCapture(part: string, pattern: string, isLast: boolean): Capture {
  const close = part.indexOf('}')
  const [name = '', kindName = 'word'] = part.slice(0, close).split(':')
  const kind = kinds.find(one => one === kindName)
  if (close === -1 || kind === undefined) throw new Error(`${pattern}: {${part} is not a capture`)
  if (name !== '' && !isFieldName(name)) throw new Error(`${pattern}: ${name} is not a field`)
  const after = part.slice(close + 1)
  if (after === '' && !isLast) throw new Error(`${pattern}: expected text between two captures`)
  return { kind, field: name === '' ? undefined : name, after }
}

/** The end of a capture that begins at `start` and is followed by its literal; -1 for none. */
function findEnd(text: string, start: number, { kind, after }: Capture): number {
  switch (kind) {
    case 'text':
      return after === '' ? text.length : text.indexOf(after, start)
    case 'longest': {
      const end = after === '' ? text.length : text.lastIndexOf(after)
      return end >= start ? end : -1
    }
    case 'address':
      return findAddressEnd(text, start, after)
    case 'word':
    case 'lower':
      return findWordEnd(text, start, after)
    case 'number':
    case 'seconds':
    case 'clock':
      return findNumberEnd(text, start, after, kind === 'clock')
  }
}

function findWordEnd(text: string, start: number, after: string): number {
  const stop = after === '' ? -1 : after.charCodeAt(0)
  let at = start
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === stop && at > start && text.startsWith(after, at)) return at
    if (isSpace(unit)) break
  }
  return after === '' && at > start ? at : -1
}

/** 1 for the characters of IP addresses, with a zone, and of host names. */
const inAddress = new Uint8Array(128)
for (const one of '0123456789.:-_%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  inAddress[one.charCodeAt(0)] = 1

/** Before a literal such as the colon of a port, the address ends at its last occurrence: IPv6 has colons. */
function findAddressEnd(text: string, start: number, after: string): number {
  let at = start
  if (text.charCodeAt(at) === 0x5b) {
    at = text.indexOf(']', start) + 1
    if (at === 0) return -1
    return text.startsWith(after, at) ? at : -1
  }
  while (at < text.length && inAddress[text.charCodeAt(at)] === 1) at++
  if (at === start) return -1
  if (text.startsWith(after, at)) return at
  const last = text.lastIndexOf(after, at - 1)
  return last > start ? last : -1
}

function findNumberEnd(text: string, start: number, after: string, isClock: boolean): number {
  let at = start
  const sign = text.charCodeAt(at)
  if (sign === 0x2d || sign === 0x2b) at++
  let hasDigits = false
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x30 && unit <= 0x39) hasDigits = true
    // A full stop, or the colon of a clock.
    else if (!hasDigits || !(unit === 0x2e || (isClock && unit === 0x3a)) || startsAfter(text, at, after))
      break
  }
  return hasDigits && text.startsWith(after, at) ? at : -1
}

function startsAfter(text: string, at: number, after: string): boolean {
  return after !== '' && text.startsWith(after, at)
}

/** The value of a field by the text of its capture. */
function fieldValue(text: string, kind: Kind): string {
  switch (kind) {
    case 'lower':
      return text.toLowerCase()
    case 'seconds':
      return millisOf(Number(text))
    case 'clock':
      return millisOf(text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0))
    case 'address':
      return text.startsWith('[') ? text.slice(1, -1) : text
    case 'number':
      return text.startsWith('+') ? text.slice(1) : text
    case 'word':
      return text
    case 'text':
    case 'longest':
      return text.trim()
  }
}

/** Seconds as milliseconds, with at most three decimals; '' for a text that was not a number. */
export function millisOf(seconds: number): string {
  return Number.isFinite(seconds) ? String(Math.round(seconds * 1e6) / 1e3) : ''
}

function isBlank(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) if (!isSpace(text.charCodeAt(at))) return false
  return true
}
