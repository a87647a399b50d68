/**
 * Tests of one file by their titles: of a test, or of a `describe` that stands for all tests in it. A
 * template value is written `…`.
 */
type Proof = readonly [file: string, ...titles: [string, ...string[]]]

/** A fault or bad input, the expected behaviour of the service, and the tests that prove it. */
export interface FaultCase {
  /** The fault. */
  says: string
  /** The service's reaction. */
  outcome: string
  tests: readonly Proof[]
  /** The part of the case that no test proves, and why. */
  without?: string
}
