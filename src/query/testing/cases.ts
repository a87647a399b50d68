/** For tests that draw several sets of cases: each adds its own number. Every other property test has this seed from vitest (scripts/testing/property-seed.ts). */
export const seed = Number(process.env.MILLRACE_SEED ?? 1)

/** What all property tests of queries draw together: the sum of what they give `cases`. */
const inAll = 2_100
const factor = Number(process.env.MILLRACE_CASES ?? inAll) / inAll

/** How many cases to draw of so many usual ones; MILLRACE_CASES=10000 draws that many in all (`npm run test:deep`). */
export function cases(usual: number): number {
  return Math.max(1, Math.ceil(usual * factor))
}
