import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import type { Section } from '../document.ts'
import { eventRateDrawing, processingDrawing, storageDrawing } from './counts.ts'
import type { Drawing } from './drawing.ts'
import { systemDrawing } from './host-figures.ts'
import { lastDrawing, topDrawing } from './names.ts'

/** What a picture is made of: an answer with totals, and how its widget wants it shown. */
export interface Subject {
  title: string
  type: QueryType
  query: QueryRepresentation
  widget: Section['widget']
}

/** The room of a picture, and the zone of its times. */
export interface Sheet {
  /** CSS pixels. */
  width: number
  /** Of a plot over time, without its legend. */
  height: number
  /** IANA name. */
  zone: string
}

export type Picture = Pick<Drawing, 'shapes' | 'height'>

/** Draws an answer; undefined when there is nothing to draw. */
type Draw = (subject: Subject, sheet: Sheet) => Picture | undefined

const nothing: Draw = () => undefined

const draws: Record<QueryType, Draw> = {
  Search: nothing,
  Tasks: nothing,
  Notifications: nothing,
  EventRate: eventRateDrawing,
  TopN: topDrawing,
  LastN: lastDrawing,
  StorageStats: storageDrawing,
  ProcessingStats: processingDrawing,
  System_CPU: systemDrawing,
  System_Memory: systemDrawing,
  System_DF: systemDrawing,
  System_IOPS: systemDrawing,
  System_Network: systemDrawing,
  System_NetworkErrors: systemDrawing,
}

/**
 * The picture of an answer, made by the geometry that the page draws with: undefined for types that are read as a table, and
 * where there is nothing to show.
 */
export function drawingOf(section: Section, sheet: Sheet): Drawing | undefined {
  const { title, type, query, widget } = section
  if (!type || !query) return undefined
  const picture = draws[type]({ title, type, query, widget }, sheet)
  return picture && { ...picture, width: sheet.width, description: `Chart: ${title}` }
}
