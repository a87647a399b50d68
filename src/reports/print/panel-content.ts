import type { Section } from '../document/document.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { drawAnswer } from '../drawing/drawing-of.ts'
import { failureText, sectionLines } from './captions.ts'
import { figureText } from './cell-text.ts'
import { clean } from './clean.ts'
import { type Excerpt, excerptOf } from './excerpt.ts'
import type { PrintedTable } from './printed-table.ts'

/** The content of a widget's panel on paper. */
export interface PanelContent {
  title: string
  /** Range, filter, caveats and figures, without empty ones. */
  lines: string[]
  failure: string | undefined
  drawing: Drawing | undefined
  /** The first rows of a widget without a drawing. */
  excerpt: Excerpt | undefined
}

/**
 * `width` is the panel's, in points; `chart` is in CSS pixels. `range` is '' if it equals the document's
 * range.
 */
export function panelContent(
  section: Section,
  tables: readonly PrintedTable[],
  options: { width: number; chart: { width: number; height: number }; range: string; zone: string },
): PanelContent {
  const { width, chart, range, zone } = options
  const figures = section.figures
    .map(({ title, value, kind }) => `${clean(title)} ${figureText(value, kind, zone)}`)
    .join('   ·   ')
  const failure = failureText(section)
  const drawing = drawAnswer(section, { ...chart, zone })
  const table = drawing ? undefined : tables.find(({ rows }) => rows.length > 0)
  const instead = drawing || table || failure !== undefined ? '' : 'Nothing to show.'
  return {
    title: clean(section.title),
    lines: [...sectionLines(range, section), ...[figures, instead].filter(line => line !== '')],
    failure,
    drawing,
    excerpt: table && excerptOf(table, width),
  }
}
