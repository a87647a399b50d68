import type { Faces, Weight } from './faces.ts'
import { isRightToLeft, type Segment, segmentsOf } from './segments.ts'
import { type Line, layOutLine } from './visual.ts'

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
  const rows: Segment[][] = [[]]
  let usedWidth = 0
  let isTruncated = false
  /** Starts a new line. At `maxLines`, returns false and sets `isTruncated`. */
  const startLine = (): boolean => {
    if (rows.length >= maxLines) {
      isTruncated = true
      return false
    }
    rows.push([])
    usedWidth = 0
    return true
  }
  const append = (segment: Segment) => {
    rows.at(-1)?.push(segment)
    usedWidth += segment.width
  }
  fill: for (const [index, source] of text.split('\n').entries()) {
    if (index > 0 && !startLine()) break
    for (const unit of unbreakableUnits(segmentsOf(source, faces, weight))) {
      const width = unit.reduce((sum, segment) => sum + segment.width, 0)
      const isBlank = unit.every(segment => segment.isSpace)
      const fits = () => isBlank || usedWidth + width <= maxWidth + roundingWidth
      const wantsNewLine = width <= maxWidth || usedWidth > maxWidth * maxUsedShare
      if (!fits() && usedWidth > 0 && wantsNewLine && !startLine()) break fill
      if (fits()) {
        // A further line does not begin with spaces.
        const isBlankStart = isBlank && usedWidth === 0 && rows.length > 1
        if (!isBlankStart) unit.forEach(append)
        continue
      }
      for (const segment of unit) {
        for (let remaining: Segment | undefined = segment; remaining; ) {
          const [head, tail] = splitAt(remaining, maxWidth - usedWidth, usedWidth === 0)
          if (head) append(head)
          if (tail && !startLine()) break fill
          remaining = tail
        }
      }
    }
  }
  if (isTruncated) endWithEllipsis(rows.at(-1) ?? [], maxWidth, faces, weight)
  return { lines: rows.map(row => layOutLine(row, size)), rightToLeft: isRightToLeft(text) }
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
