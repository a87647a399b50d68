import { isUtf8 } from 'node:buffer'
import { tagText, type Utf8Source } from './ascii-constant.ts'
import { ByteWriter } from './byte-writer.ts'

const quote = 0x22
const backslash = 0x5c
const fourBackslashes = 0x5c5c5c5c

/** Writes JSON values as JSON.stringify does. */
export class JsonByteWriter extends ByteWriter {
  readonly tagText = tagText({ quote: '"', around: '', none: '{}' })

  json(json: string): void {
    this.reserve(3 * json.length)
    this.at += this.bytes.write(json, this.at, 'utf8')
  }

  textAt(source: Utf8Source, from: number, to: number): void {
    this.reserve(to - from + 5)
    const start = this.at
    this.bytes[this.at++] = quote
    if (this.copyPlain(source, from, to, fourBackslashes) || this.#copyNonAscii(source, from, to)) {
      this.bytes[this.at++] = quote
      return
    }
    this.at = start
    this.json(JSON.stringify(source.bytes.toString('utf8', from, to)))
  }

  /** Copies a text with non-ASCII characters that needs no escapes; returns false for any other text. */
  #copyNonAscii(source: Utf8Source, from: number, to: number): boolean {
    for (let index = from; index < to; index++) {
      const byte = source.bytes[index] ?? 0
      if (byte < 0x20 || byte === quote || byte === backslash) return false
    }
    if (!isUtf8(source.bytes.subarray(from, to))) return false
    this.copy(source, from, to)
    return true
  }
}
