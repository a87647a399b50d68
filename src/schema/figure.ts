/** What is kept second by second beside events: figures of the host by their query type, and counts of ingest. */
export type FigureKind =
  | 'System_CPU'
  | 'System_Memory'
  | 'System_DF'
  | 'System_IOPS'
  | 'System_Network'
  | 'System_NetworkErrors'
  | 'ingest'

/** One row of figures. */
export interface Figure {
  /** Unix second that it is of; of what was measured over some seconds, the last one. */
  second: number
  kind: FigureKind
  /** Which processor, file system, disk or interface; '' where there is but one. */
  series: string
  /** In the order in which the kind declares them; finite. */
  values: readonly number[]
}
