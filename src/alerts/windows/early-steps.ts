import { noValues, type StepMatches } from './evaluator.ts'

/**
 * Matches of one step that wait, because they decide about earlier time (`Evaluator.decides`): matches of
 * that time may still be in the spool, in files that failed and are retried. `at`: Unix seconds at which the
 * step was recorded; the other members are as in `StepMatches`. Metadata stores it as JSON.
 */
export type EarlyStep = [second: number, count: number, followers: number, both: number, at: number]

/** Maximum steps of a state. Beyond it the two latest are added up. */
const maxSteps = 1_000

/** Adds matches that were recorded at `at`. `steps` stay in order of their seconds. */
export function addEarlyStep(steps: EarlyStep[], matches: StepMatches, at: number): void {
  const { second, count, followers, both } = matches
  const step: EarlyStep = [second, count, followers, both, at]
  const next = steps.findIndex(([other]) => other >= second)
  const index = next === -1 ? steps.length : next
  const known = steps[index]
  if (known?.[0] === second) steps[index] = sum(known, step)
  else steps.splice(index, 0, step)
  const [penultimate, last] = steps.slice(-2)
  if (steps.length > maxSteps && penultimate !== undefined && last !== undefined)
    steps.splice(-2, 2, sum(penultimate, last))
}

/**
 * Removes and returns the steps that need not wait, in order: up to the last one that was recorded by
 * `delivered` (Unix seconds). Everything received before `delivered` is recorded.
 */
export function takeSettledSteps(steps: EarlyStep[], delivered: number): StepMatches[] {
  const last = steps.findLastIndex(([, , , , at]) => at <= delivered)
  return steps
    .splice(0, last + 1)
    .map(([second, count, followers, both]) => ({ second, count, followers, both, values: noValues }))
}

/** The matches of both, at the second of `b`. */
function sum(a: EarlyStep, b: EarlyStep): EarlyStep {
  return [b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], Math.max(a[4], b[4])]
}
