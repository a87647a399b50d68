import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { charsetOf } from './media-type.ts'

/** Encoding of texts that are not UTF-8, unless the settings name another. */
export const defaultEncoding = 'windows-1252'

/** Parts of a body decoded one by one; a body with more is decoded in larger parts. */
const maxParts = 1_000_000
const newline = 0x0a
const quote = 0x22
const utf8Labels = /^(?:utf-?8|(?:us-)?ascii)$/i

/**
 * The text of a body: in the charset of its Content-Type, else in UTF-8. Without a charset, each part between
 * newlines and quotation marks that is not UTF-8 is in `fallback`, so a wrong event changes no other, and
 * `encoding` then names `fallback`. Charset UTF-8 counts as none: many clients always write it.
 */
export class BodyText {
  /** The fallback encoding if a text read since this was last reset was not UTF-8. */
  encoding: string | undefined
  readonly #bytes: Buffer
  readonly #charset: string
  /** The encoding of what is not UTF-8. */
  readonly fallback: string
  #text: string | undefined
  /** Positions in the text where parts in the fallback encoding start and end, ascending. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  constructor(bytes: Buffer, contentType = '', fallback = defaultEncoding) {
    const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    this.#bytes = isMarked ? bytes.subarray(3) : bytes
    this.#charset = charsetOf(contentType)
    this.fallback = fallback
  }

  /** All of it, without a byte order mark. Decoded at the first use, for a body may be no text. */
  get text(): string {
    return this.decodeAll()
  }

  /** Decodes the text, which then no longer needs the bytes. */
  decodeAll(): string {
    this.#text ??= this.#decodeBody()
    return this.#text
  }

  /** The text of one event. Sets `encoding`. */
  slice(from: number, to: number): string {
    if (this.#starts.length > 0 && this.#isFallback(from, to)) this.encoding = this.fallback
    return this.text.slice(from, to)
  }

  /** A text of a body that is not all text. Sets `encoding`. */
  decode(bytes: Buffer, start: number, end: number): string {
    const text = bytes.toString('utf8', start, end)
    // Cheap for a Latin text, whose units have eight bits.
    if (!text.includes('\ufffd') || this.fallback === 'utf-8') return text
    const part = bytes.subarray(start, end)
    if (isUtf8(part)) return text
    this.encoding = this.fallback
    return new TextDecoder(this.fallback).decode(part)
  }

  #decodeBody(): string {
    const bytes = this.#bytes
    const decoder = markedDecoder(bytes) ?? decoderOf(this.#charset)
    if (decoder !== undefined) return decoder.decode(bytes)
    if (this.fallback === 'utf-8' || isUtf8(bytes)) return bytes.toString('utf8')
    const parts: string[] = []
    this.#decodeParts(0, bytes.length, new TextDecoder(this.fallback, { ignoreBOM: true }), parts, 0)
    return parts.join('')
  }

  /** Halves the bytes until the parts are UTF-8 or cannot be cut. Returns the position in the text. */
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

  #isFallback(from: number, to: number): boolean {
    // The first part that ends behind `from`.
    let low = 0
    for (let high = this.#ends.length; low < high; ) {
      const middle = (low + high) >>> 1
      if ((this.#ends[middle] ?? 0) > from) high = middle
      else low = middle + 1
    }
    return (this.#starts[low] ?? Number.POSITIVE_INFINITY) < to
  }
}

/** The UTF-16 of a byte order mark, as PowerShell writes files. */
function markedDecoder([first, second]: Buffer): TextDecoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : undefined
}

/** Undefined for UTF-8, and for a charset that is unknown or missing. */
function decoderOf(charset: string): TextDecoder | undefined {
  if (charset === '' || utf8Labels.test(charset)) return undefined
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}

/**
 * The position near the middle of a newline or quotation mark, which are part of no longer character in any
 * of `textEncodings`; -1 without one.
 */
function cutOf(bytes: Buffer): number {
  const middle = bytes.length >>> 1
  for (let at = Math.max(middle, 1); at < bytes.length; at++) if (isCut(bytes[at])) return at
  for (let at = middle - 1; at > 0; at--) if (isCut(bytes[at])) return at
  return -1
}

function isCut(byte: number | undefined): boolean {
  return byte === newline || byte === quote
}
