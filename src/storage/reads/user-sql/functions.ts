import { findClosestName } from '../../../schema/text/closest-name.ts'

/** A function that statements may call. Functions missing from this table are refused. */
export interface SqlFunction {
  /** The name in the documentation. */
  name: string
  /** The name in the engine. */
  engine: string
  kind: 'scalar' | 'aggregate' | 'window'
  /** Minimum and maximum number of arguments. */
  min: number
  max: number
  /** Numbers before the arguments: `quantile(0.9)(x)`. */
  parameters?: true
  /** Index of an argument that must be a quoted text: patterns are compiled once, not for each row. */
  literalIndex?: number
  /**
   * Index of an argument that must be a whole number: the engine fails for values of rows that are too large.
   */
  wholeNumberIndex?: number
  /** Set when the function is a CAST to this type. */
  castsTo?: string
}

/** The engine's functions for CAST, IN and NOT IN. */
export const castFunction = 'accurateCastOrNull'
export const inFunctions = ['in', 'notIn'] as const

/**
 * The functions of each kind, in the notation that `parseTable` reads: `name min-max` (numbers of
 * arguments); `name=engine` if the engine's name differs. `!n`: argument n, counted from 0, is a quoted text.
 * `#n`: it is a whole number. `@Type`: the function is a CAST to this type.
 */
const scalars = `
  if 3-3, multiIf 3-99, coalesce 1-20, ifNull 2-2, nullIf 2-2, isNull 1-1, isNotNull 1-1, least 2-20, greatest 2-20,
  lower 1-1, upper 1-1, lowerUTF8 1-1, upperUTF8 1-1, length 1-1, lengthUTF8 1-1, empty 1-1, notEmpty 1-1, reverse 1-1,
  substring 2-3, substringUTF8 2-3, left 2-2, right 2-2, position 2-2, positionCaseInsensitive 2-2,
  startsWith 2-2, endsWith 2-2, concat 2-20, trim=trimBoth 1-1, trimBoth 1-1, trimLeft 1-1, trimRight 1-1,
  replace=replaceAll 3-3!1, replaceAll 3-3!1, replaceOne 3-3!1, replaceRegexpOne 3-3!1, replaceRegexpAll 3-3!1,
  match 2-2!1, extract 2-2!1, extractAll 2-2!1, splitByChar 2-2!0, splitByString 2-2!0,
  has 2-2, arrayStringConcat 2-2!1, arrayJoin 1-1, mapKeys 1-1, tupleElement 2-2#1,
  abs 1-1, sign 1-1, round 1-2#1, floor 1-2#1, ceil 1-2#1, sqrt 1-1, exp 1-1, log 1-1, log2 1-1, log10 1-1, pow 2-2,
  intDiv=intDivOrZero 2-2, isNaN 1-1, isFinite 1-1,
  toString 1-1, toInt64OrNull 1-1, toInt64OrZero 1-1, toUInt64OrNull 1-1, toUInt64OrZero 1-1, toFloat64OrNull 1-1, toFloat64OrZero 1-1,
  parseDateTimeBestEffortOrNull 1-1, toDate 1-1@Date, toDateTime 1-1@DateTime,
  now 0-0, today 0-0, toUnixTimestamp 1-1, toStartOfMinute 1-1, toStartOfFiveMinutes 1-1, toStartOfTenMinutes 1-1,
  toStartOfFifteenMinutes 1-1, toStartOfHour 1-1, toStartOfDay 1-1, toMonday 1-1, toStartOfMonth 1-1,
  toStartOfInterval 2-2, date_trunc=dateTrunc 2-2!0, dateTrunc 2-2!0, toQuarter 1-1, toISOWeek 1-1, toYear 1-1, toMonth 1-1,
  toDayOfMonth 1-1, toDayOfWeek 1-1, toHour 1-1, toMinute 1-1, toSecond 1-1, toYYYYMMDD 1-1,
  formatDateTime 2-2!1, dateDiff 3-3!0,
  isIPv4String 1-1, isIPv6String 1-1, toIPv4OrNull 1-1, toIPv6OrNull 1-1, toIPv4=toIPv4OrDefault 1-1, toIPv6=toIPv6OrDefault 1-1,
  isIPAddressInRange 2-2!1, IPv4CIDRToRange 2-2#1, IPv6CIDRToRange 2-2#1,
  isValidJSON 1-1, JSONHas 2-2!1, JSONExtractString 2-2!1, JSONExtractInt 2-2!1, JSONExtractFloat 2-2!1, JSONExtractBool 2-2!1
`
const aggregates = `
  count 0-1, countIf 1-1, sum 1-1, sumIf 2-2, avg 1-1, avgIf 2-2, min 1-1, minIf 2-2, max 1-1, maxIf 2-2, any 1-1, argMin 2-2, argMax 2-2,
  uniq 1-4, uniqIf 2-4, uniqExact 1-4, median=medianTDigest 1-1,
  stddevPop 1-1, stddevSamp 1-1, varPop 1-1, varSamp 1-1
`
/**
 * Aggregate functions with parameters. Their memory does not grow with the values: t-digests and topK have a
 * limited size, and the parameter of groupArray and groupUniqArray limits their values.
 */
const parametric = `quantile=quantileTDigest 1-1, quantiles=quantilesTDigest 1-1, topK 1-1, groupUniqArray 1-1, groupArray 1-1`
const windows = `
  row_number 0-0, rank 0-0, dense_rank 0-0, lag 1-3#1, lead 1-3#1, lagInFrame 1-3#1, leadInFrame 1-3#1, first_value 1-1, last_value 1-1, nth_value 2-2#1
`

function parseTable(table: string, kind: SqlFunction['kind'], parameters?: true): [string, SqlFunction][] {
  return table.split(',').map(entry => {
    const [, name = '', engineName = name, min, max, literal, whole, castsTo] =
      /^\s*(\w+)(?:=(\w+))? (\d+)-(\d+)(?:!(\d+))?(?:#(\d+))?(?:@(\w+))?\s*$/.exec(entry) ?? []
    const engine = castsTo === undefined ? engineName : castFunction
    if (name === '') throw new Error(`not a row of the table of functions: ${entry}`)
    return [
      name.toLowerCase(),
      {
        name,
        engine,
        kind,
        min: Number(min),
        max: Number(max),
        ...(parameters && { parameters }),
        ...(literal !== undefined && { literalIndex: Number(literal) }),
        ...(whole !== undefined && { wholeNumberIndex: Number(whole) }),
        ...(castsTo !== undefined && { castsTo }),
      },
    ]
  })
}

/**
 * By name in lower case. No function reads anything except its arguments and the time, or waits, and only
 * arrayJoin increases the number of rows. Few fail because of a value in a row (docs/sql.md); such an error
 * only reveals rows that the reader may see, since the scope's conditions are tested first.
 */
export const functions: ReadonlyMap<string, SqlFunction> = new Map([
  ...parseTable(scalars, 'scalar'),
  ...parseTable(aggregates, 'aggregate'),
  ...parseTable(parametric, 'aggregate', true),
  ...parseTable(windows, 'window'),
])

/** The function most likely meant by an unknown name; undefined if none is similar. */
export function similarFunction(name: string): string | undefined {
  const lower = name.toLowerCase()
  const closest = findClosestName(lower, [...functions.keys()]) ?? ''
  return (functions.get(`${lower}ornull`) ?? functions.get(closest))?.name
}

/** Functions of the engine by operator. Functions that could fail for a value are replaced. */
export const operators = {
  '=': 'equals',
  '==': 'equals',
  '!=': 'notEquals',
  '<>': 'notEquals',
  '<': 'less',
  '<=': 'lessOrEquals',
  '>': 'greater',
  '>=': 'greaterOrEquals',
  '+': 'plus',
  '-': 'minus',
  '*': 'multiply',
  '/': 'divide',
  '%': 'moduloOrZero',
  '||': 'concat',
} as const

/** Other engine functions used in printed statements. */
export const printedFunctions = {
  and: 'and',
  or: 'or',
  not: 'not',
  negate: 'negate',
  ifNull: 'ifNull',
  like: 'like',
  notLike: 'notLike',
  ilike: 'ilike',
  notILike: 'notILike',
  isNull: 'isNull',
  isNotNull: 'isNotNull',
  multiIf: 'multiIf',
  arrayElement: 'arrayElement',
  exists: 'exists',
} as const

/** Units of INTERVAL, and the function that creates each. */
export const intervals: ReadonlyMap<string, string> = new Map(
  ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Year'].flatMap(unit => [
    [unit.toUpperCase(), `toInterval${unit}`],
    [`${unit.toUpperCase()}S`, `toInterval${unit}`],
  ]),
)

/** Parts of a time in EXTRACT, and the function that returns each. */
export const extractedParts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    SECOND: 'toSecond',
    MINUTE: 'toMinute',
    HOUR: 'toHour',
    DAY: 'toDayOfMonth',
    DOW: 'toDayOfWeek',
    WEEK: 'toISOWeek',
    MONTH: 'toMonth',
    QUARTER: 'toQuarter',
    YEAR: 'toYear',
    EPOCH: 'toUnixTimestamp',
  }),
)

/** Types of CAST by their name in upper case. A value that does not fit becomes NULL. */
export const castTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    STRING: 'String',
    TEXT: 'String',
    INT64: 'Int64',
    BIGINT: 'Int64',
    INTEGER: 'Int64',
    INT: 'Int64',
    UINT64: 'UInt64',
    FLOAT64: 'Float64',
    DOUBLE: 'Float64',
    DATE: 'Date',
    DATETIME: 'DateTime',
  }),
)

/**
 * Functions whose result may be many times as long as their arguments, and grows again with each nested call.
 * The engine computes constants while it plans a statement, where no time limit applies. Their first argument
 * is therefore written as a call of `notConstantFunction`.
 */
export const growingFunctions: ReadonlySet<string> = new Set([
  'replaceAll',
  'replaceOne',
  'replaceRegexpOne',
  'replaceRegexpAll',
  'arrayStringConcat',
  'toString',
])
export const notConstantFunction = 'materialize'

/** Aggregate functions that may have a FILTER. */
const conditional = [...functions.values()].filter(
  ({ kind, engine }) => kind === 'aggregate' && !engine.endsWith('If'),
)

/** The form of an engine's aggregate function with a condition. */
export function withCondition(engine: string): string {
  return `${engine}If`
}

/** All engine functions that a printed statement may have. */
export const engineFunctions: ReadonlySet<string> = new Set([
  ...[...functions.values()].map(({ engine }) => engine),
  ...conditional.map(({ engine }) => withCondition(engine)),
  ...Object.values(operators),
  ...Object.values(printedFunctions),
  ...intervals.values(),
  castFunction,
  notConstantFunction,
  ...inFunctions,
])
