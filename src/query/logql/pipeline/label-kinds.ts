/** Where a label of a line comes from. */
export type LabelCategory = 'stream' | 'metadata' | 'parsed'

export const errorLabel = '__error__'
export const errorDetailsLabel = '__error_details__'
/** Marks an error that a metric query asked for, so that it does not fail. */
export const preserveErrorLabel = '__preserve_error__'
/** Appended to the name of a parsed label that its stream has too. */
export const duplicateSuffix = '_extracted'

/** The labels of a line, as filters read them. */
export interface FilterableLabels {
  /** Empty: no stage has failed. */
  error: string
  errorDetails: string
  /** undefined without the label. Errors are not found by their names. */
  get(name: string): string | undefined
}

/** How lines become series. `all`: no grouping; `none`: all lines are one series. */
export type SeriesGrouping = { kind: 'all' | 'none' } | { kind: 'by' | 'without'; labels: readonly string[] }
