import { secondsOfDay } from './grid.ts'

const minute = 60
const hour = 3_600
export const secondsOfWeek = 7 * secondsOfDay
const standardSteps = [
  1,
  5,
  10,
  30,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  secondsOfDay,
  secondsOfWeek,
]
const maxDefaultStep = 30 * secondsOfDay
const maxPeriods = 120

/**
 * The step of a range that names none: the shortest standard step that makes at most 120 periods. A minute
 * has seconds, an hour has minutes, a week or more has whole days. `periods` counts the periods of a step;
 * `isWeek`: the range is at least a week on the clocks of its zone.
 */
export function defaultStep(
  length: number,
  periods: (step: number) => number,
  isWeek = length >= secondsOfWeek,
): number {
  if (length === minute) return 1
  if (length === hour) return minute
  // Counting days takes time: a step that is far too short is refused without it.
  const fits = (step: number): boolean => length / step <= maxPeriods + 2 && periods(step) <= maxPeriods
  const shortest = isWeek ? secondsOfDay : 1
  return standardSteps.find(step => step >= shortest && fits(step)) ?? maxDefaultStep
}
