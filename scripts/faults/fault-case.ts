/** Tests of one file by their titles: of a test, or of a `describe` that stands for all in it. A value of a template is written `…`. */
type Proof = readonly [file: string, ...titles: [string, ...string[]]]

/** A fault or bad input, what is expected of the service, and the tests that show it. */
export interface FaultCase {
  /** What goes wrong. */
  says: string
  /** What the service does about it. */
  outcome: string
  tests: readonly Proof[]
  /** What of the case no test shows, and why. */
  without?: string
}
