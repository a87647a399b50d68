import { noValues, type StepMatches } from './evaluator.ts'

/**
 * Matches of one step that wait, because they decide about earlier time (`Evaluator.decides`). Files in the
 * spool may still contain matches of that time: a file whose delivery failed is delivered after newer files.
 * `recordedAt`: Unix seconds. Metadata stores it as JSON.
 */
export type EarlyStep = [second: number, count: number, followers: number, both: number, recordedAt: number]

/** Maximum steps that wait for one state. Beyond it, the two newest are merged. */
const maxSteps = 1_000

/** Adds matches to `steps`, which are sorted by `second`. */
export function addEarlyStep(steps: EarlyStep[], matches: StepMatches, recordedAt: number): void {
  const { second, count, followers, both } = matches
  const added: EarlyStep = [second, count, followers, both, recordedAt]
  const next = steps.findIndex(([other]) => other >= second)
  const index = next === -1 ? steps.length : next
  const existing = steps[index]
  if (existing?.[0] === second) steps[index] = merge(existing, added)
  else steps.splice(index, 0, added)
  const [secondNewest, newest] = [steps.at(-2), steps.at(-1)]
  if (steps.length > maxSteps && secondNewest !== undefined && newest !== undefined)
    steps.splice(steps.length - 2, 2, merge(secondNewest, newest))
}

/**
 * Removes and returns the steps that can be evaluated, sorted by `second`: up to the last step with
 * `recordedAt` at or before `delivered`, because steps are evaluated in order of time. `delivered`: Unix
 * seconds before which everything received is recorded.
 */
export function takeDecidable(steps: EarlyStep[], delivered: number): StepMatches[] {
  const last = steps.findLastIndex(([, , , , recordedAt]) => recordedAt <= delivered)
  return steps
    .splice(0, last + 1)
    .map(([second, count, followers, both]) => ({ second, count, followers, both, values: noValues }))
}

/** One step with the matches of both, at the second of `b`. */
function merge(a: EarlyStep, b: EarlyStep): EarlyStep {
  return [b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], Math.max(a[4], b[4])]
}
