/**
 * Kinds of metrics that are stored by the second: metrics of the host by their query type, and counts of
 * ingest.
 */
export type FigureKind =
  | 'System_CPU'
  | 'System_Memory'
  | 'System_DF'
  | 'System_IOPS'
  | 'System_Network'
  | 'System_NetworkErrors'
  | 'ingest'

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
