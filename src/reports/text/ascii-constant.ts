/**
 * UTF-8 in memory, as bytes and as a view. At least three more bytes follow each text, since texts are copied
 * four bytes at a time.
 */
export interface Utf8Source {
  readonly bytes: Buffer
  readonly view: DataView
}

/** An ASCII text that is written often. */
export interface AsciiConstant extends Utf8Source {
  readonly length: number
}

export function asciiConstant(text: string): AsciiConstant {
  const bytes = Buffer.from(`${text}   `, 'latin1')
  return { bytes, view: viewOf(bytes), length: text.length }
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** The constant texts of an event's tags written as a JSON object: all except the names and values. */
export interface TagText {
  /** The text of an event without tags. */
  none: AsciiConstant
  open: AsciiConstant
  colon: AsciiConstant
  comma: AsciiConstant
  close: AsciiConstant
}

/**
 * `quote` is written for each quotation mark of the object, and `around` before and after the object. In CSV,
 * quotes inside of a field are doubled.
 */
export function tagText({ quote, around, none }: Record<'quote' | 'around' | 'none', string>): TagText {
  return {
    none: asciiConstant(none),
    open: asciiConstant(`${around}{${quote}`),
    colon: asciiConstant(`${quote}:${quote}`),
    comma: asciiConstant(`${quote},${quote}`),
    close: asciiConstant(`${quote}}${around}`),
  }
}
