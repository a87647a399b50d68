/**
 * For tests that draw several sets of cases: each adds its own number. Every other property test has this
 * seed from vitest (scripts/testing/property-seed.ts).
 */
export const seed = Number(process.env.MILLRACE_SEED ?? 1)

/** The sum of the arguments of `cases` in all property tests of queries. */
const allCases = 2_100
/** How many of them `npm test` draws. */
const usualTotal = 60
const factor = Number(process.env.MILLRACE_CASES ?? usualTotal) / allCases

/**
 * The share of a test's cases that this run draws. MILLRACE_CASES is the total of all tests: 10,000 in `npm
 * run test:deep`.
 */
export function cases(usual: number): number {
  return Math.max(1, Math.ceil(usual * factor))
}
