import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { charsetOf } from './media-type.ts'

/** Encoding of texts that are not UTF-8, unless the settings name another. */
export const defaultEncoding = 'windows-1252'

/** Maximum parts of a body that are decoded one by one. A body with more is decoded in larger parts. */
const maxParts = 1_000_000
const newline = 0x0a
const quote = 0x22
const utf8Labels = /^(?:utf-?8|(?:us-)?ascii)$/i

/**
 * The text of a body. A byte order mark of UTF-16, or else a known charset in Content-Type, decides the
 * encoding of all of it. Otherwise it is UTF-8, and each part (between newlines and quotation marks) that is
 * not valid UTF-8 is read in the encoding `fallback`, so that one event in another encoding does not affect
 * others. Charset UTF-8 counts as no charset, since many clients always write it.
 */
export class BodyText {
  /** Set to `fallback` when a text that is not UTF-8 is read. The caller resets it to undefined. */
  encoding: string | undefined
  readonly #bytes: Buffer
  readonly #charset: string
  /** The encoding of parts that are not UTF-8. */
  readonly fallback: string
  #text: string | undefined
  /** Positions in the text where parts in the fallback encoding start and end, ascending. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  constructor(bytes: Buffer, contentType = '', fallback = defaultEncoding) {
    const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    this.#bytes = hasByteOrderMark ? bytes.subarray(3) : bytes
    this.#charset = charsetOf(contentType)
    this.fallback = fallback
  }

  /** The whole text, without a byte order mark. Decoded at the first use, since a body need not be text. */
  get text(): string {
    return this.decodeAll()
  }

  /** Decodes the whole text now, so that the caller may free the bytes. */
  decodeAll(): string {
    this.#text ??= this.#decodeBody()
    return this.#text
  }

  /** A part of `text`, for one event. Sets `encoding` if any of it was not UTF-8. */
  slice(from: number, to: number): string {
    const { text } = this
    if (this.#starts.length > 0 && this.#isFallback(from, to)) this.encoding = this.fallback
    return text.slice(from, to)
  }

  /** Decodes a text in a binary body (protobuf). Sets `encoding` if it was not UTF-8. */
  decode(bytes: Buffer, start: number, end: number): string {
    const text = bytes.toString('utf8', start, end)
    // Costs little: V8 keeps most text in one byte per character, which cannot be U+FFFD.
    if (!text.includes('\ufffd') || this.fallback === 'utf-8') return text
    const part = bytes.subarray(start, end)
    if (isUtf8(part)) return text
    this.encoding = this.fallback
    return new TextDecoder(this.fallback).decode(part)
  }

  #decodeBody(): string {
    const bytes = this.#bytes
    const decoder = utf16Decoder(bytes) ?? decoderOf(this.#charset)
    if (decoder !== undefined) return decoder.decode(bytes)
    if (this.fallback === 'utf-8' || isUtf8(bytes)) return bytes.toString('utf8')
    const parts: string[] = []
    this.#decodeParts(0, bytes.length, new TextDecoder(this.fallback, { ignoreBOM: true }), parts, 0)
    return parts.join('')
  }

  /**
   * Decodes bytes [from, to) to the end of `parts`. Halves them until each part is UTF-8 or cannot be cut.
   * `position`: length of the text so far. Returns its length afterwards.
   */
  #decodeParts(from: number, to: number, decoder: TextDecoder, parts: string[], position: number): number {
    const bytes = this.#bytes.subarray(from, to)
    const isValid = isUtf8(bytes)
    const cut = isValid || parts.length >= maxParts ? -1 : cutOf(bytes)
    if (cut !== -1) {
      const next = this.#decodeParts(from, from + cut, decoder, parts, position)
      return this.#decodeParts(from + cut, to, decoder, parts, next)
    }
    const text = isValid ? bytes.toString('utf8') : decoder.decode(bytes)
    parts.push(text)
    if (!isValid) {
      this.#starts.push(position)
      this.#ends.push(position + text.length)
    }
    return position + text.length
  }

  /** Whether a part in the fallback encoding overlaps [from, to). */
  #isFallback(from: number, to: number): boolean {
    // Binary search for the first part that ends after `from`.
    let low = 0
    for (let high = this.#ends.length; low < high; ) {
      const middle = (low + high) >>> 1
      if ((this.#ends[middle] ?? 0) > from) high = middle
      else low = middle + 1
    }
    return (this.#starts[low] ?? Number.POSITIVE_INFINITY) < to
  }
}

/** A decoder for UTF-16 with a byte order mark, which PowerShell writes; undefined without a mark. */
function utf16Decoder([first, second]: Buffer): TextDecoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : undefined
}

/** A decoder for a charset; undefined for UTF-8, and for an unknown or missing charset. */
function decoderOf(charset: string): TextDecoder | undefined {
  if (charset === '' || utf8Labels.test(charset)) return undefined
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}

/**
 * Position of a newline or quotation mark: the first one from the middle on, or else the last one before it;
 * -1 for none. In all of `textEncodings`, these bytes are never part of a longer character.
 */
function cutOf(bytes: Buffer): number {
  const middle = bytes.length >>> 1
  for (let at = Math.max(middle, 1); at < bytes.length; at++) if (canCutAt(bytes[at])) return at
  for (let at = middle - 1; at > 0; at--) if (canCutAt(bytes[at])) return at
  return -1
}

function canCutAt(byte = 0): boolean {
  return byte === newline || byte === quote
}
