/** `at`: index in the text at which a part begins, for error messages. */
interface Placed {
  at: number
}

export type MatchOperator = '=' | '!=' | '=~' | '!~'

/** A label matcher of a stream selector, or of a label filter. */
export interface Matcher extends Placed {
  label: string
  op: MatchOperator
  value: string
}

/**
 * Keeps lines that contain any of `values` (`|=`) or none (`!=`), or match any as an expression (`|~`) or
 * none (`!~`).
 */
export interface LineFilter extends Placed {
  kind: 'line'
  op: '|=' | '!=' | '|~' | '!~'
  values: readonly string[]
}

export type ComparisonOperator = '==' | '!=' | '>' | '>=' | '<' | '<='

/** A condition on labels after a pipe. `both` and `either` join two or more conditions with AND or OR. */
export type LabelCondition =
  | { kind: 'both' | 'either'; of: readonly LabelCondition[] }
  | { kind: 'matches'; matcher: Matcher }
  | Comparison

/** A label compared with a number: `size > 1KB`. */
export interface Comparison extends Placed {
  kind: 'compares'
  label: string
  op: ComparisonOperator
  /** A duration in nanoseconds, a size in bytes, or a plain number. */
  value: number
  /** Absent: a plain number. */
  unit?: 'duration' | 'bytes'
  /** The value with its unit, as written. */
  text?: string
}

/** A label to drop or keep: by name, or only if its value matches. */
export type LabelPick = Matcher | (Placed & { label: string; op?: undefined })

/** A label, and the expression for the part of the line that becomes its value. */
export interface Extraction extends Placed {
  label: string
  expression: string
}

/** A new value of a label: another label, which is renamed, or a template. */
export interface LabelFormat extends Placed {
  label: string
  from: { label: string } | { template: string }
}

/** A stage of a pipeline. */
export type Stage =
  | LineFilter
  | { kind: 'labels'; condition: LabelCondition }
  | { kind: 'drop' | 'keep'; labels: readonly LabelPick[] }
  /** `extractions`: empty for all fields of the line. */
  | (Placed & { kind: 'json'; extractions: readonly Extraction[] })
  | (Placed & { kind: 'pattern' | 'regexp'; expression: string })
  | (Placed & { kind: 'line_format'; template: string })
  | (Placed & { kind: 'label_format'; formats: readonly LabelFormat[] })
  | (Placed & { kind: 'logfmt'; strict: boolean; keepEmpty: boolean; extractions: readonly Extraction[] })

/** A stream selector with its pipeline. */
export interface LogExpression extends Placed {
  kind: 'log'
  matchers: readonly Matcher[]
  stages: readonly Stage[]
}

/** A function of the lines in a range, or of values in them. */
export type RangeFunction =
  | 'count_over_time'
  | 'rate'
  | 'bytes_over_time'
  | 'bytes_rate'
  | 'absent_over_time'
  | UnwrapFunction

/** A function of values only. */
export type UnwrapFunction =
  | 'sum_over_time'
  | 'avg_over_time'
  | 'min_over_time'
  | 'max_over_time'
  | 'first_over_time'
  | 'last_over_time'
  | 'stddev_over_time'
  | 'stdvar_over_time'
  | 'quantile_over_time'
  | 'rate_counter'

/** The label whose values are the samples of a range. */
export interface Unwrap extends Placed {
  label: string
  /** Absent: a number. */
  conversion?: 'bytes' | 'duration' | 'duration_seconds'
  /** Filters on samples. */
  filters: readonly LabelCondition[]
}

/** A function of the lines in a range before each step. */
export interface RangeExpression extends Placed {
  kind: 'range'
  fn: RangeFunction
  log: LogExpression
  /** Microseconds. */
  range: number
  /** Microseconds by which the range ends before the step; negative: after it. */
  offset: number
  /** Absent: each line is a sample of 1. */
  unwrap?: Unwrap
  /** For quantile_over_time. */
  parameter?: number
  grouping?: Grouping
}

/** `by (a, b)` or `without (a, b)`. */
export interface Grouping {
  kind: 'by' | 'without'
  labels: readonly string[]
}

export type AggregationFunction = 'sum' | 'avg' | 'min' | 'max' | 'count' | 'topk' | 'bottomk'

/** An aggregation of series: `sum by (host) (…)`. */
export interface AggregationExpression extends Placed {
  kind: 'aggregation'
  fn: AggregationFunction
  /** For topk and bottomk. */
  parameter?: number
  /** Absent: all series are one group. */
  grouping?: Grouping
  of: MetricExpression
}

type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '^'
/** Operators that select series, or their values at single steps. */
export type SetOperator = 'and' | 'or' | 'unless'

/** An operator between two expressions. */
export interface BinaryExpression extends Placed {
  kind: 'binary'
  op: ArithmeticOperator | ComparisonOperator | SetOperator
  /** True: a comparison results in 1 or 0, instead of dropping series. */
  returnsBool: boolean
  left: MetricExpression
  right: MetricExpression
}

/** Sorts the series of an instant. */
interface SortExpression extends Placed {
  kind: 'sort'
  fn: 'sort' | 'sort_desc'
  of: MetricExpression
}

/** Sets the label `target` if the expression matches the label `source`. */
export interface LabelReplaceExpression extends Placed {
  kind: 'label-replace'
  of: MetricExpression
  target: string
  /** May contain captures of the expression: `$1`, `${1}`. */
  replacement: string
  source: string
  pattern: string
}

/** An expression whose value is a number or series, not lines. */
export type MetricExpression =
  | RangeExpression
  | SortExpression
  | LabelReplaceExpression
  | AggregationExpression
  | BinaryExpression
  /** A scalar. */
  | (Placed & { kind: 'number'; value: number })
  /** One series without labels. */
  | (Placed & { kind: 'vector'; value: number })

export type Expression = LogExpression | MetricExpression
