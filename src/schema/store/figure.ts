import type { SystemType } from '../query/system.ts'

/** Metrics that are stored by the second: of the host, by their query type, and counts of ingest. */
export type FigureKind = SystemType | 'ingest'

/** One sample of a metric. */
export interface Figure {
  /** Unix second of the sample; the last one if it covers several. */
  second: number
  kind: FigureKind
  /** The processor, file system, disk or interface; '' if there is only one. */
  series: string
  /** Finite, in the order of the kind's declaration. */
  values: readonly number[]
}
