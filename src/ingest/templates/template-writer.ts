import type { RowBuffer } from '../spool/rows/row-buffer.ts'
import { sameBytes } from '../spool/rows/signature.ts'
import { maxPlaces, TemplateAdmission } from './template-admission.ts'
import { Templater } from './templater.ts'

/** Appends the templates of messages to rows. */
export class TemplateWriter {
  readonly #templater = new Templater()
  readonly #admission = new TemplateAdmission()
  /**
   * By place of a template: the last file that it was written to, and the position of its text in the rows of
   * that file.
   */
  readonly #files = new Int32Array(maxPlaces)
  readonly #starts = new Int32Array(maxPlaces)
  readonly #lengths = new Int32Array(maxPlaces)
  /** The last file with a message without a template. */
  #fileWithout = 0

  /**
   * Appends the template of the message at `at` in a row's text: its length, then its bytes. Returns false if
   * the rows of this file (numbered from 1) already had it; true is not certain.
   */
  write(
    { bytes, view }: { bytes: Buffer; view: DataView },
    at: number,
    row: RowBuffer,
    file: number,
  ): boolean {
    const templater = this.#templater
    let length = 0
    let start = at
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[start++] ?? 0
      length += (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    templater.write(bytes, view, start, start + length)
    const place = templater.length > 0 ? this.#admission.placeOf(templater.hash, templater.secondHash) : -1
    if (place === -1) templater.length = 0
    templater.copyTo(row)
    return place === -1 ? this.#isFirstWithout(file) : this.#isFirst(place, row, file)
  }

  /** Compares the bytes: senders can craft other templates with the same hashes. */
  #isFirst(place: number, row: RowBuffer, file: number): boolean {
    const { length, view } = this.#templater
    if (
      this.#files[place] === file &&
      this.#lengths[place] === length &&
      sameBytes(view, 0, row.view, this.#starts[place] ?? 0, length)
    )
      return false
    this.#files[place] = file
    this.#lengths[place] = length
    this.#starts[place] = row.length - length
    return true
  }

  #isFirstWithout(file: number): boolean {
    const isFirst = this.#fileWithout !== file
    this.#fileWithout = file
    return isFirst
  }
}
