import { type Series, seriesWith } from './series.ts'
import type { BinaryExpression, SetOperator } from './syntax/expression.ts'

type Operator = BinaryExpression['op']

const arithmetic: Readonly<Partial<Record<Operator, (a: number, b: number) => number>>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  // As in Loki; Prometheus returns infinity.
  '/': (a, b) => (b === 0 ? Number.NaN : a / b),
  '%': (a, b) => (b === 0 ? Number.NaN : a % b),
  '^': (a, b) => a ** b,
}
const comparisons: Readonly<Partial<Record<Operator, (a: number, b: number) => boolean>>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
}

/** A scalar, or series. */
export type Operand = number | readonly Series[]

/**
 * Evaluates an arithmetic operator or a comparison. Two scalars give a scalar. Two sides with series are
 * joined on equal labels; series without a partner are left out.
 */
export function binaryOperation(
  { op, returnsBool }: BinaryExpression,
  left: Operand,
  right: Operand,
): Operand {
  /** `kept`: the result of a comparison that holds, without `bool`. Undefined if it does not hold. */
  const apply = (a: number, b: number, kept: number): number | undefined => {
    const compute = arithmetic[op]
    if (compute !== undefined) return compute(a, b)
    const holds = comparisons[op]?.(a, b) === true
    if (returnsBool) return Number(holds)
    return holds ? kept : undefined
  }
  if (typeof left === 'number') {
    // A comparison of scalars is always 1 or 0, as with `bool`.
    if (typeof right === 'number')
      return arithmetic[op]?.(left, right) ?? Number(comparisons[op]?.(left, right) === true)
    return mapped(right, value => apply(left, value, value))
  }
  if (typeof right === 'number') return mapped(left, value => apply(value, right, value))
  const rightByKey = new Map(right.map(series => [series.key, series]))
  return withValues(
    left.flatMap(({ labels, key, values }) => {
      const other = rightByKey.get(key)
      if (other === undefined) return []
      const results = values.map((value, step) => {
        const otherValue = other.values[step]
        return value === undefined || otherValue === undefined ? undefined : apply(value, otherValue, value)
      })
      return [seriesWith(labels, results)]
    }),
  )
}

/**
 * Evaluates `and`, `or` and `unless` at each step, on series with equal labels: `and` keeps left values where
 * the right has one too, `unless` where it has none, `or` adds right values where the left has none.
 */
export function setOperation(
  op: SetOperator,
  left: readonly Series[],
  right: readonly Series[],
): readonly Series[] {
  const rightByKey = new Map(right.map(series => [series.key, series.values]))
  if (op === 'or') {
    const leftKeys = new Set(left.map(({ key }) => key))
    const joined = left.map(({ labels, key, values }) => {
      const rightValues = rightByKey.get(key)
      return rightValues === undefined
        ? { labels, key, values }
        : seriesWith(
            labels,
            values.map((value, step) => value ?? rightValues[step]),
          )
    })
    return [...joined, ...right.filter(({ key }) => !leftKeys.has(key))]
  }
  return withValues(
    left.map(({ labels, key, values }) => {
      const rightValues = rightByKey.get(key)
      const isKept = (step: number) => (rightValues?.[step] !== undefined) === (op === 'and')
      return { labels, key, values: values.map((value, step) => (isKept(step) ? value : undefined)) }
    }),
  )
}

/** Applies a function to each value. */
function mapped(series: readonly Series[], apply: (value: number) => number | undefined): Series[] {
  return withValues(
    series.map(({ labels, key, values }) => ({
      labels,
      key,
      values: values.map(value => (value === undefined ? undefined : apply(value))),
    })),
  )
}

/** The series that have a value at any step. */
function withValues(series: readonly Series[]): Series[] {
  return series.filter(({ values }) => values.some(value => value !== undefined))
}
