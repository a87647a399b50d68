import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import type { Section } from '../document/document.ts'
import type { Drawing } from './drawing.ts'

/** An answer, and how its widget displays it. */
export interface ChartInput {
  title: string
  type: QueryType
  query: QueryRepresentation
  widget: Section['widget']
}

/** The size of a chart, and the time zone of its labels. */
export interface ChartSize {
  /** CSS pixels. */
  width: number
  /** Height of a plot over time, without its legend. */
  height: number
  /** IANA name. */
  zone: string
}

export type Chart = Pick<Drawing, 'shapes' | 'height'>
