import { isIPv4, isIPv6 } from 'node:net'
import { fold } from '../../../../filter/words/tokens.ts'
import { hintTypes } from '../../../../schema/event/hint.ts'
import { isHostName } from '../host.ts'
import type { Span } from '../runs.ts'

/** A part of a text with the text before and after it. */
interface Piece {
  value: string
  before: string
  after: string
}

const joining = String.raw`[[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]`
const endsJoining = new RegExp(`${joining}$`, 'v')
const beginsJoining = new RegExp(`^${joining}`, 'v')
/**
 * Whether neither text joins a word between them. Folded, as tokens are: İ is an i and a combining dot, which
 * separates.
 */
const isWordBetween = (before: string, after: string) =>
  !endsJoining.test(fold(before)) && !beginsJoining.test(fold(after))

function isAddress4({ value, before, after }: Piece): boolean {
  return isIPv4(value) && isWordBetween(before.replace(/\.+$/, ''), after.replace(/^\.+/, ''))
}

const group = /^[0-9a-f]{1,4}$/i

function isAddress6({ value, before, after }: Piece): boolean {
  if (!isIPv6(value) || !/\d/.test(value) || value.includes('%')) return false
  if (!isWordBetween(before, after) || before.endsWith('.') || after.startsWith('.')) return false
  const [, farLeft = '', left] = /([^0-9A-Za-z.]?)([0-9A-Za-z.]*):$/su.exec(before) ?? []
  const [, right, farRight = ''] = /^:([0-9A-Za-z.]*)(.?)/su.exec(after) ?? []
  if (left !== undefined && isWordBetween(farLeft, '')) {
    if (left === '' ? farLeft === ':' || value.startsWith(':') : group.test(left)) return false
  }
  if (right !== undefined && isWordBetween('', farRight) && !value.includes('.')) {
    if (right === '' ? farRight === ':' || value.endsWith(':') : group.test(right) || isIPv4(right))
      return false
  }
  return true
}

const pairs =
  /^[0-9a-f]{2}(?:(?<separator>[:-])[0-9a-f]{2})(?:\k<separator>[0-9a-f]{2}){4}(?:(?:\k<separator>[0-9a-f]{2}){2})?$/i
const fours = /^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i

function isHardware({ value, before, after }: Piece): boolean {
  if (fours.test(value)) return isWordBetween(before.replace(/\.+$/, ''), after.replace(/^\.+/, ''))
  const separator = pairs.exec(value)?.groups?.separator
  if (separator === undefined || !isWordBetween(before, after)) return false
  const left = new RegExp(`(?:^|[^0-9A-Za-z])[0-9A-Fa-f]{2}${separator}$`).exec(before)
  const right = new RegExp(`^${separator}[0-9A-Fa-f]{2}(?![0-9A-Za-z])`).exec(after)
  // Another pair in the same run.
  if (left !== null && isWordBetween(before.slice(0, -3), '')) return false
  return right === null || !isWordBetween('', after.slice(3))
}

function isHost({ value, before, after }: Piece): boolean {
  const left = before.replace(/[.-]+$/, '')
  const right = after.replace(/^[.-]+/, '')
  return isHostName(value) && !left.endsWith('_') && !right.startsWith('_') && isWordBetween(left, right)
}

function isEmail({ value, before, after }: Piece): boolean {
  const [local = '', domain = '', ...others] = value.split('@')
  const left = before.replace(/[.+-]+$/, '')
  const right = after.replace(/^[.-]+/, '')
  return (
    others.length === 0 &&
    /^\w[\w.+-]{0,63}$/.test(local) &&
    !/\.\.|\.$/.test(local) &&
    isHostName(domain) &&
    !left.endsWith('_') &&
    !right.startsWith('_') &&
    isWordBetween(left, right)
  )
}

const urlBegin = /[A-Za-z][0-9A-Za-z+]{0,19}:\/\//y
const urlRest = /[0-9A-Za-z._~:/?#[\]@!$&'()*+,;=%\p{L}\p{N}\p{M}-]*/uy

/** The URLs of a text, from the left; each begins after the end of the previous one. */
function urls(text: string): Span[] {
  const found: Span[] = []
  let from = 0
  while (from < text.length) {
    urlBegin.lastIndex = from
    const scheme = urlBegin.exec(text)?.[0]
    const before = text.slice(0, from).replace(/\++$/, '')
    urlRest.lastIndex = from + (scheme?.length ?? 0)
    const rest = urlRest.exec(text)?.[0] ?? ''
    if (scheme === undefined || !isWordBetween(before, '') || !/[\p{L}\p{N}]/u.test(rest)) {
      from++
      continue
    }
    const end = from + scheme.length + trimmed(rest).length
    if (end - from <= 2_048) found.push({ type: 'url', start: from, end })
    from = end
  }
  return found
}

function trimmed(rest: string): string {
  const count = (unit: string) => rest.split(unit).length
  const last = rest.slice(-1)
  const loose =
    (last !== '' && `.,;:!?'*([`.includes(last)) ||
    (last === ')' && count(')') > count('(')) ||
    (last === ']' && count(']') > count('['))
  return loose ? trimmed(rest.slice(0, -1)) : rest
}

const tests = { email: isEmail, mac: isHardware, ipv6: isAddress6, ipv4: isAddress4, host: isHost }

/** The same as findSpans, by looking at every substring of the text. */
export function slowSpans(text: string): Span[] {
  // Full stops around a run of letters, digits and colons are punctuation.
  const plain = text.replace(/(?<![0-9A-Za-z:.])\.+|\.+(?![0-9A-Za-z:.])/g, dots => ' '.repeat(dots.length))
  const candidates = urls(text)
  for (const type of ['email', 'mac', 'ipv6', 'ipv4', 'host'] as const) {
    const within = type === 'ipv6' ? plain : text
    for (let start = 0; start < text.length; start++) {
      for (let end = start + 1; end <= text.length; end++) {
        const value = within.slice(start, end)
        const piece = { value, before: within.slice(0, start), after: within.slice(end) }
        if (tests[type](piece)) candidates.push({ type, start, end })
      }
    }
  }
  const rank = ({ type }: Span) => hintTypes.indexOf(type)
  const length = ({ start, end }: Span) => end - start
  candidates.sort((a, b) => length(b) - length(a) || rank(a) - rank(b) || a.start - b.start)
  const chosen: Span[] = []
  for (const span of candidates) {
    if (chosen.every(other => span.end <= other.start || span.start >= other.end)) chosen.push(span)
  }
  return chosen.sort((a, b) => a.start - b.start)
}
