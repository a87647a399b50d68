import { isUtf8 } from 'node:buffer'
import { tagText, type Utf8Source } from './ascii-constant.ts'
import { ByteWriter } from './byte-writer.ts'

/** Characters that require quotes around a cell. In some countries the semicolon is the separator. */
const special = /[",;\r\n]/

const comma = 0x2c
const quote = 0x22
const apostrophe = 0x27
const carriageReturn = 0x0d
const lineFeed = 0x0a
const semicolon = 0x3b
const fourCommas = 0x2c2c2c2c
const fourSemicolons = 0x3b3b3b3b

/**
 * Characters with which a spreadsheet starts a formula (OWASP, CSV injection): = + - @, tab, line breaks, and
 * their wide forms in Asian locales.
 */
const formulaStarts = new Set('=+-@\t\r\n\uff1d\uff0b\uff0d\uff20')
/** A formula after a semicolon. With a decimal comma, a semicolon begins a cell, even within quotes. */
const formulaAfterSemicolon = /;(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/g
/** The first bytes of the characters that start a formula. */
const mayStartFormula = byteSet([...'=+-@\t\r\n'].map(start => start.charCodeAt(0)).concat(0xef))
const isSpecial = byteSet([quote, comma, semicolon, carriageReturn, lineFeed])

/** Cells of csv (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export class CsvByteWriter extends ByteWriter {
  /** Within the quotes of a cell, the quotes of JSON are doubled. */
  readonly tagText = tagText({ quote: '""', around: '"', none: '' })

  comma(): void {
    this.reserve(1)
    this.bytes[this.at++] = comma
  }

  endRow(): void {
    this.reserve(2)
    this.bytes[this.at++] = carriageReturn
    this.bytes[this.at++] = lineFeed
  }

  text(text: string): void {
    if (text === '') return
    // A character takes at most three bytes, even if it is doubled or followed by an apostrophe. An
    // apostrophe and two quotes are added.
    this.reserve(3 * text.length + 3)
    const start = this.at
    if (formulaStarts.has(text.charAt(0))) this.bytes[this.at++] = apostrophe
    const needsQuotes = special.test(text)
    const written = needsQuotes ? text.replaceAll('"', '""').replace(formulaAfterSemicolon, ";'") : text
    this.at += this.bytes.write(written, this.at, 'utf8')
    if (needsQuotes) this.#quote(start)
  }

  json(json: string): void {
    this.text(json)
  }

  textAt(source: Utf8Source, from: number, to: number): void {
    if (from === to) return
    // As in `text`: each byte may be doubled, plus quotes and an apostrophe.
    this.reserve(2 * (to - from) + 6)
    if (mayStartFormula[source.bytes[from] ?? 0] === 1) this.text(source.bytes.toString('utf8', from, to))
    else if (!this.copyPlain(source, from, to, fourCommas, fourSemicolons))
      this.#specialText(source.bytes, from, to)
  }

  /**
   * Writes a text with quotes, separators, line breaks or non-ASCII characters. Requires room for it, and a
   * text that is not a formula.
   */
  #specialText(source: Buffer, from: number, to: number): void {
    const bytes = this.bytes
    const start = this.at
    let at = start
    let needsQuotes = false
    let ascii = true
    for (let index = from; index < to; index++) {
      const byte = source[index] ?? 0
      bytes[at++] = byte
      if (byte >= 0x80) ascii = false
      else if (isSpecial[byte] === 1) {
        needsQuotes = true
        if (byte === quote) bytes[at++] = quote
        if (byte === semicolon && index + 1 < to && mayStartFormula[source[index + 1] ?? 0] === 1) {
          this.text(source.toString('utf8', from, to))
          return
        }
      }
    }
    if (!ascii && !isUtf8(source.subarray(from, to))) {
      this.text(source.toString('utf8', from, to))
      return
    }
    this.at = at
    if (needsQuotes) this.#quote(start)
  }

  /** Puts quotes around the cell that begins at `start`. Requires room for them. */
  #quote(start: number): void {
    this.bytes.copyWithin(start + 1, start, this.at)
    this.bytes[start] = quote
    this.at++
    this.bytes[this.at++] = quote
  }
}

/** A table with 1 for each of these bytes and 0 for all others. */
function byteSet(bytes: readonly number[]): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of bytes) table[byte] = 1
  return table
}
