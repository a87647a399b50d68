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

/** Breaks a prepared text into lines between words, and within words longer than a line. */
export function layOutText(text: string, setting: LayoutOptions): Paragraph {
  const { faces, weight, size } = setting
  const maxWidth = setting.width / size
  const rows: Segment[][] = [[]]
  let usedWidth = 0
  let overflown = false
  /** Starts a new line; false at `maxLines`. */
  const startLine = (): boolean => {
    if (rows.length >= setting.maxLines) {
      overflown = true
      return false
    }
    rows.push([])
    usedWidth = 0
    return true
  }
  const append = (piece: Segment) => {
    rows.at(-1)?.push(piece)
    usedWidth += piece.width
  }
  fill: for (const [index, source] of text.split('\n').entries()) {
    if (index > 0 && !startLine()) break
    for (const unit of unbreakableUnits(segmentsOf(source, faces, weight))) {
      const width = unit.reduce((sum, piece) => sum + piece.width, 0)
      const isBlank = unit.every(piece => piece.isSpace)
      // A unit longer than a line starts on the current line, unless little of it is free.
      if (
        usedWidth + width > maxWidth + 1e-6 &&
        !isBlank &&
        usedWidth > 0 &&
        (width <= maxWidth || usedWidth > maxWidth * 0.6)
      ) {
        if (!startLine()) break fill
      }
      if (usedWidth + width <= maxWidth + 1e-6 || isBlank) {
        if (!(isBlank && usedWidth === 0 && rows.length > 1)) unit.forEach(append)
        continue
      }
      for (const piece of unit) {
        for (let remaining: Segment | undefined = piece; remaining; ) {
          const [head, tail] = splitAt(remaining, maxWidth - usedWidth, usedWidth === 0)
          if (head) append(head)
          if (tail && !startLine()) break fill
          remaining = tail
        }
      }
    }
  }
  if (overflown) endWithEllipsis(rows.at(-1) ?? [], maxWidth, faces, weight)
  return { lines: rows.map(row => layOutLine(row, size)), rightToLeft: isRightToLeft(text) }
}

/** Width of a prepared text on one line. */
export function textWidth(text: string, faces: Faces, weight: Weight, size: number): number {
  return segmentsOf(text, faces, weight).reduce((sum, piece) => sum + piece.width, 0) * size
}

/** Segments that stay together on a line. */
function unbreakableUnits(pieces: readonly Segment[]): Segment[][] {
  const units: Segment[][] = []
  let open: Segment[] = []
  for (const piece of pieces) {
    open.push(piece)
    if (!piece.canBreakAfter) continue
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
  piece: Segment,
  maxWidth: number,
  atLeastOne: boolean,
): [Segment | undefined, Segment | undefined] {
  if (piece.width <= maxWidth) return [piece, undefined]
  let usedWidth = 0
  let end = 0
  for (const { segment } of graphemes.segment(piece.text)) {
    usedWidth += piece.face.width(segment)
    if (usedWidth > maxWidth && !(atLeastOne && end === 0)) break
    end += segment.length
  }
  const part = (text: string) => (text === '' ? undefined : { ...piece, text, width: piece.face.width(text) })
  return [part(piece.text.slice(0, end)), part(piece.text.slice(end))]
}

function endWithEllipsis(row: Segment[], maxWidth: number, faces: Faces, weight: Weight): void {
  const face = faces.faceOf(weight, ellipsis.codePointAt(0) ?? 0)
  const width = face.width(ellipsis)
  const level = row.at(-1)?.level ?? 0
  let usedWidth = row.reduce((sum, piece) => sum + piece.width, 0)
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
