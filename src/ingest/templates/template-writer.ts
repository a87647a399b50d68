import type { RowBuffer } from '../spool/row-buffer.ts'
import { TemplateAdmission } from './template-admission.ts'
import { Templater } from './templater.ts'

/** Appends the templates of messages to rows. */
export class TemplateWriter {
  readonly #templater = new Templater()
  readonly #admission = new TemplateAdmission()

  /** Appends the template of the message at `at` in a row's text: its length, then its bytes. */
  write({ bytes, view }: { bytes: Buffer; view: DataView }, at: number, row: RowBuffer): void {
    const templater = this.#templater
    let length = 0
    let start = at
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[start++] ?? 0
      length += (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    templater.write(bytes, view, start, start + length)
    if (templater.length > 0 && !this.#admission.admits(templater.hash, templater.secondHash))
      templater.length = 0
    templater.copyTo(row)
  }
}
