import { noValues, type StepMatches } from './evaluator.ts'

/**
 * Matches of one second that are not yet added to a state, since they would decide about the time before them
 * (`Evaluator.decides`). Matches of that time may still be in the spool: retried files follow newer ones.
 * `recordedAt`: Unix seconds. Metadata stores it as JSON.
 */
export type DeferredStep = [
  second: number,
  count: number,
  followers: number,
  both: number,
  recordedAt: number,
]

/** Maximum deferred steps of a state. Beyond it the two newest become one. */
const maxSteps = 1_000

/** Adds matches to `steps`, which stay in order of their seconds. */
export function deferMatches(steps: DeferredStep[], matches: StepMatches, recordedAt: number): void {
  const { second, count, followers, both } = matches
  const step: DeferredStep = [second, count, followers, both, recordedAt]
  const next = steps.findIndex(([other]) => other >= second)
  const at = next === -1 ? steps.length : next
  const known = steps[at]
  if (known?.[0] === second) steps[at] = mergeSteps(known, step)
  else steps.splice(at, 0, step)
  const [previous, newest] = [steps.at(-2), steps.at(-1)]
  if (steps.length > maxSteps && previous !== undefined && newest !== undefined)
    steps.splice(steps.length - 2, 2, mergeSteps(previous, newest))
}

/**
 * Removes the steps that can be added to the state, and returns them in order: steps recorded up to
 * `delivered` (Unix seconds; everything received before is recorded), and all steps of earlier seconds.
 */
export function takeSettled(steps: DeferredStep[], delivered: number): StepMatches[] {
  const last = steps.findLastIndex(([, , , , recordedAt]) => recordedAt <= delivered)
  return steps
    .splice(0, last + 1)
    .map(([second, count, followers, both]) => ({ second, count, followers, both, values: noValues }))
}

function mergeSteps(earlier: DeferredStep, later: DeferredStep): DeferredStep {
  return [
    later[0],
    earlier[1] + later[1],
    earlier[2] + later[2],
    earlier[3] + later[3],
    Math.max(earlier[4], later[4]),
  ]
}
