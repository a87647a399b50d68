import type { RowBuffer } from '../spool/row-buffer.ts'
import { TemplateAdmission } from './template-admission.ts'
import { Templater } from './templater.ts'

interface Text {
  bytes: Buffer
  view: DataView
}

/** Appends the templates of messages to rows. */
export class TemplateWriter {
  readonly #mask = new Templater()
  readonly #known = new TemplateAdmission()

  /** Appends the template of the message at `at` in a row's text: its length, then its bytes. */
  write({ bytes, view }: Text, at: number, row: RowBuffer): void {
    const mask = this.#mask
    let length = 0
    let start = at
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[start++] ?? 0
      length += (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    mask.write(bytes, view, start, start + length)
    if (mask.length > 0 && !this.#known.admits(mask.hash, mask.secondHash)) mask.length = 0
    mask.copyTo(row)
  }
}
