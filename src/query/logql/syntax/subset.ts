/** Stages that are valid LogQL but not supported, and are refused by name. */
export const refusedStages: ReadonlySet<string> = new Set(['unpack', 'decolorize', 'distinct'])

export const rangeFunctions = [
  'count_over_time',
  'rate',
  'bytes_over_time',
  'bytes_rate',
  'absent_over_time',
  'sum_over_time',
  'avg_over_time',
  'min_over_time',
  'max_over_time',
  'first_over_time',
  'last_over_time',
  'stddev_over_time',
  'stdvar_over_time',
  'quantile_over_time',
  'rate_counter',
] as const

/** Range functions of lines, which cannot unwrap a label. */
export const lineFunctions: ReadonlySet<string> = new Set([
  'count_over_time',
  'bytes_over_time',
  'bytes_rate',
])
/** Range functions of lines or of an unwrapped label. */
export const eitherFunctions: ReadonlySet<string> = new Set(['rate', 'absent_over_time'])
/** Range functions without a grouping of their own. */
export const ungroupedFunctions: ReadonlySet<string> = new Set([
  ...lineFunctions,
  ...eitherFunctions,
  'sum_over_time',
  'rate_counter',
])

export const setOperators = ['and', 'or', 'unless'] as const

export const aggregationFunctions = ['sum', 'avg', 'min', 'max', 'count', 'topk', 'bottomk'] as const

/** Functions and modifiers that are valid LogQL but not supported, and are refused by name. */
export const refusedFunctions: ReadonlySet<string> = new Set(['stddev', 'stdvar', 'approx_topk', 'variants'])

export const refusedModifiers: ReadonlySet<string> = new Set(['on', 'ignoring', 'group_left', 'group_right'])
