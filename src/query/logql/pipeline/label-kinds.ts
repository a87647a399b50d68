/** Where a label of a line comes from: its stream, its structured metadata, or a stage. */
export type LabelCategory = 'stream' | 'metadata' | 'parsed'

/** The kind of the error of a stage, such as JSONParserErr. */
export const errorLabel = '__error__'
/** The message of that error. */
export const errorDetailsLabel = '__error_details__'
/** Set on a line with an error if a metric query reads the error label, so that the query does not fail. */
export const preserveErrorLabel = '__preserve_error__'
/** Suffix of a parsed label whose name its stream has too. */
export const duplicateSuffix = '_extracted'

/** The labels of a line, as filters see them. */
export interface FilterableLabels {
  /** Empty if no stage has failed. */
  error: string
  errorDetails: string
  /** Undefined if the line lacks the label. Errors are not found by name. */
  get(name: string): string | undefined
}

/** How lines become series. `all`: by all labels; `none`: all lines are one series. */
export type SeriesGrouping = { kind: 'all' | 'none' } | { kind: 'by' | 'without'; labels: readonly string[] }
