import { noValues, type StepMatches } from './evaluator.ts'

/**
 * Matches that would decide about earlier time, of which other matches may still be in the spool: files that
 * are tried again follow newer ones. `at`: Unix seconds at which they were recorded. Metadata stores it as
 * JSON.
 */
export type EarlyStep = [second: number, count: number, followers: number, both: number, at: number]

/** Maximum steps of a state. Beyond it the newest ones count as one. */
const maxSteps = 1_000

/** Adds matches that were recorded at `at`. `steps` stay in order of their seconds. */
export function addEarly(steps: EarlyStep[], matches: StepMatches, at: number): void {
  const { second, count, followers, both } = matches
  const next = steps.findIndex(([other]) => other >= second)
  const place = next === -1 ? steps.length : next
  const known = steps[place]
  if (known?.[0] === second) steps[place] = sum(known, [second, count, followers, both, at])
  else steps.splice(place, 0, [second, count, followers, both, at])
  const [last, end] = [steps.at(-2), steps.at(-1)]
  if (steps.length > maxSteps && last !== undefined && end !== undefined)
    steps.splice(steps.length - 2, 2, sum(last, end))
}

/**
 * Takes the matches that can be judged, in order: everything received before `delivered` (Unix seconds) is
 * recorded.
 */
export function takeSettled(steps: EarlyStep[], delivered: number): StepMatches[] {
  const last = steps.findLastIndex(([, , , , at]) => at <= delivered)
  return steps
    .splice(0, last + 1)
    .map(([second, count, followers, both]) => ({ second, count, followers, both, values: noValues }))
}

function sum(a: EarlyStep, b: EarlyStep): EarlyStep {
  return [b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], Math.max(a[4], b[4])]
}
