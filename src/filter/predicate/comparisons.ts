/** The operators that compare numbers, in filters, rules and triggers. */
export const comparisons = {
  eq: (a: number, b: number) => a === b,
  lt: (a: number, b: number) => a < b,
  le: (a: number, b: number) => a <= b,
  gt: (a: number, b: number) => a > b,
  ge: (a: number, b: number) => a >= b,
}
