import type { Faces, Weight } from './faces.ts'
import { isRightToLeft, type Segment, segmentsOf } from './segments.ts'
import { type Line, layOutLine } from './visual-order.ts'

export interface Paragraph {
  lines: Line[]
  rightToLeft: boolean
}

export interface LayoutOptions {
  faces: Faces
  weight: Weight
  /** Font size; widths are in the same unit. */
  size: number
  /** Width of a line. */
  width: number
  /** With more lines, the last one ends with an ellipsis. */
  maxLines: number
}

const ellipsis = '…'

/** Tolerance for the rounding of sums of widths. */
const roundingWidth = 1e-6
/** A unit longer than a line starts on the current line, unless more than this share of the line is used. */
const maxUsedShare = 0.6

/**
 * Breaks a text into lines between words, and within words longer than a line. Requires `Faces.prepare` with
 * the text.
 */
export function layOutText(text: string, options: LayoutOptions): Paragraph {
  const { faces, weight, size, maxLines } = options
  // Widths below are in parts of the font size.
  const maxWidth = options.width / size
  const filler = new LineFiller(maxWidth, maxLines)
  for (const [index, source] of text.split('\n').entries()) {
    if (index > 0 && !filler.startLine({ isWrapped: false })) break
    if (!unbreakableUnits(segmentsOf(source, faces, weight)).every(unit => filler.add(unit))) break
  }
  const { rows } = filler
  if (filler.isTruncated) endWithEllipsis(rows.at(-1) ?? [], maxWidth, faces, weight)
  return { lines: rows.map(row => layOutLine(row, size)), rightToLeft: isRightToLeft(text) }
}

/** Fills lines of a width, up to a number of lines. */
class LineFiller {
  readonly rows: Segment[][] = [[]]
  /** A line was left out, because there are `maxLines`. */
  isTruncated = false
  readonly #maxWidth: number
  readonly #maxLines: number
  /** Used width of the current line. */
  #usedWidth = 0
  /** The current line begins within a line of the text. */
  #isWrapped = false

  constructor(maxWidth: number, maxLines: number) {
    this.#maxWidth = maxWidth
    this.#maxLines = maxLines
  }

  /** Starts a new line. At `maxLines`, returns false and sets `isTruncated`. */
  startLine({ isWrapped }: { isWrapped: boolean }): boolean {
    if (this.rows.length >= this.#maxLines) {
      this.isTruncated = true
      return false
    }
    this.rows.push([])
    this.#usedWidth = 0
    this.#isWrapped = isWrapped
    return true
  }

  /** Adds segments, on one line if possible. False: there was no line left for some of them. */
  add(unit: readonly Segment[]): boolean {
    const width = unit.reduce((sum, segment) => sum + segment.width, 0)
    const isBlank = unit.every(segment => segment.isSpace)
    const fits = () => isBlank || this.#usedWidth + width <= this.#maxWidth + roundingWidth
    const wantsNewLine = width <= this.#maxWidth || this.#usedWidth > this.#maxWidth * maxUsedShare
    if (!fits() && this.#usedWidth > 0 && wantsNewLine && !this.startLine({ isWrapped: true })) return false
    // A unit that did not fit may fit now, on the new line. A unit longer than a line never does.
    if (!fits()) return unit.every(segment => this.#split(segment))
    // A wrapped line does not begin with spaces. After a line feed they are indentation.
    if (isBlank && this.#isWrapped && this.#usedWidth === 0) return true
    for (const segment of unit) this.#append(segment)
    return true
  }

  #append(segment: Segment): void {
    this.rows.at(-1)?.push(segment)
    this.#usedWidth += segment.width
  }

  /** Adds a segment in parts that fill the current line and as many new ones as needed. */
  #split(segment: Segment): boolean {
    for (let remaining: Segment | undefined = segment; remaining; ) {
      const [head, tail] = splitAt(remaining, this.#maxWidth - this.#usedWidth, this.#usedWidth === 0)
      if (head) this.#append(head)
      if (tail && !this.startLine({ isWrapped: true })) return false
      remaining = tail
    }
    return true
  }
}

/** Width of a text on one line. Requires `Faces.prepare` with the text. */
export function textWidth(text: string, faces: Faces, weight: Weight, size: number): number {
  return segmentsOf(text, faces, weight).reduce((sum, segment) => sum + segment.width, 0) * size
}

/** Segments that stay together on a line. */
function unbreakableUnits(segments: readonly Segment[]): Segment[][] {
  const units: Segment[][] = []
  let open: Segment[] = []
  for (const segment of segments) {
    open.push(segment)
    if (!segment.canBreakAfter) continue
    units.push(open)
    open = []
  }
  if (open.length > 0) units.push(open)
  return units
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Splits a segment into the part that fits and the rest. With `atLeastOne` the first part has at least one
 * letter.
 */
function splitAt(
  segment: Segment,
  maxWidth: number,
  atLeastOne: boolean,
): [Segment | undefined, Segment | undefined] {
  if (segment.width <= maxWidth) return [segment, undefined]
  let usedWidth = 0
  let end = 0
  for (const { segment: grapheme } of graphemes.segment(segment.text)) {
    usedWidth += segment.face.width(grapheme)
    if (usedWidth > maxWidth && !(atLeastOne && end === 0)) break
    end += grapheme.length
  }
  const part = (text: string) =>
    text === '' ? undefined : { ...segment, text, width: segment.face.width(text) }
  return [part(segment.text.slice(0, end)), part(segment.text.slice(end))]
}

/** Shortens the last line until an ellipsis fits, and adds it. */
function endWithEllipsis(row: Segment[], maxWidth: number, faces: Faces, weight: Weight): void {
  const face = faces.faceOf(weight, ellipsis.codePointAt(0) ?? 0)
  const width = face.width(ellipsis)
  const level = row.at(-1)?.level ?? 0
  let usedWidth = row.reduce((sum, segment) => sum + segment.width, 0)
  for (let last = row.at(-1); last && (last.isSpace || usedWidth + width > maxWidth); last = row.at(-1)) {
    row.pop()
    usedWidth -= last.width
    const [head] = last.isSpace ? [] : splitAt(last, maxWidth - width - usedWidth, false)
    if (!head) continue
    row.push(head)
    break
  }
  row.push({ text: ellipsis, face, level, width, isSpace: false, canBreakAfter: true })
}
