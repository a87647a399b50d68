import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { MatchHistory } from '../../query/history/match-history.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import type { WindowAnswers, WindowQuestion } from './evaluator.ts'
import { rateStep, usualCount } from './rate.ts'

/** Maximum counts that one read returns. */
const maxCounts = 100_000

/** Answers a condition's questions about stored events. */
export async function answerQuestions(
  history: MatchHistory,
  condition: TriggerCondition,
  compiled: TriggerInForce,
  questions: readonly WindowQuestion[],
): Promise<WindowAnswers> {
  // By second and value: a late match may have changed `before` of a value since the question was asked.
  const seen = new Map<string, boolean>()
  const values = questions.filter(question => question.kind === 'seen')
  const field = compiled.window?.value ?? null
  if (values.length > 0 && field !== null) {
    const seconds = condition.kind === 'first_seen' ? condition.days * daySeconds : Number.POSITIVE_INFINITY
    const found = await history.seenBefore(compiled.predicate, field, seconds, values)
    for (const { value, before } of values) seen.set(`${before} ${value}`, found.has(value))
  }
  const usual = new Map<number, number>()
  if (condition.kind === 'rate') {
    const starts = questions.filter(question => question.kind === 'usual').map(({ start }) => start)
    for (const adjacent of adjacentWindows(starts, condition.seconds))
      for (const [start, counts] of await countsOfDays(history, condition, compiled, adjacent))
        usual.set(start, usualCount(counts))
  }
  return {
    seen: (value, before) => seen.get(`${before} ${value}`),
    usual: start => usual.get(start),
  }
}

/**
 * Groups the starts of windows that follow one another without a gap. One read counts a group, which limits
 * its length.
 */
function adjacentWindows(starts: readonly number[], seconds: number): number[][] {
  const maxWindows = Math.max(1, Math.floor((maxCounts * rateStep(seconds)) / seconds))
  const groups: number[][] = []
  for (const start of starts.toSorted((a, b) => a - b)) {
    const group = groups.at(-1)
    if (group?.at(-1) === start - seconds && group.length < maxWindows) group.push(start)
    else groups.push([start])
  }
  return groups
}

/** By the start of each window: the matches at its time of day on each previous day, newest day first. */
async function countsOfDays(
  history: MatchHistory,
  { seconds, days }: { seconds: number; days: number },
  { predicate, onRepeats }: TriggerInForce,
  starts: readonly number[],
): Promise<Map<number, number[]>> {
  const query = { by: null, value: null, step: rateStep(seconds), occurrences: onRepeats === 'each' }
  const countsByStart = new Map(starts.map(start => [start, new Array<number>(days).fill(0)]))
  const first = starts[0] ?? 0
  for (let day = 0; day < days; day++) {
    const ago = (day + 1) * daySeconds
    const span = { from: Math.max(0, first - ago), to: first - ago + starts.length * seconds }
    if (span.to <= 0) break
    const { seconds: steps, counts } = await history.counts(predicate, span, query)
    for (const [at, step] of steps.entries()) {
      const start = Math.floor((step + ago) / seconds) * seconds
      const countsOfWindow = countsByStart.get(start)
      if (countsOfWindow !== undefined) countsOfWindow[day] = (countsOfWindow[day] ?? 0) + (counts[at] ?? 0)
    }
  }
  return countsByStart
}
