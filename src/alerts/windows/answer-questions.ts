import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { MatchHistory } from '../../query/history/match-history.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import type { WindowAnswers, WindowQuestion } from './evaluator.ts'
import { rateStep, usualOf } from './rate.ts'

/** Maximum counts of one read. */
const maxSteps = 100_000

/** Answers the questions of a trigger's condition about the past. */
export async function answerQuestions(
  history: MatchHistory,
  condition: TriggerCondition,
  compiled: TriggerInForce,
  questions: readonly WindowQuestion[],
): Promise<WindowAnswers> {
  const seen = new Map<string, boolean>()
  const usual = new Map<number, number>()
  const asked = questions.flatMap(question => (question.kind === 'seen' ? [question] : []))
  const field = compiled.window?.value ?? null
  if (asked.length > 0 && field !== null) {
    const seconds = condition.kind === 'first_seen' ? condition.days * daySeconds : Number.POSITIVE_INFINITY
    const found = await history.seenBefore(compiled.predicate, field, seconds, asked)
    for (const { value, before } of asked) seen.set(`${before} ${value}`, found.has(value))
  }
  if (condition.kind === 'rate') {
    const starts = questions.flatMap(question => (question.kind === 'usual' ? [question.start] : []))
    for (const run of runsOf(starts, condition.seconds))
      for (const [start, daily] of await dailyCounts(history, condition, compiled, run))
        usual.set(start, usualOf(daily))
  }
  return {
    seen: (value, before) => seen.get(`${before} ${value}`),
    usual: start => usual.get(start),
  }
}

/** Consecutive windows without a gap, which one read can count. */
function runsOf(starts: readonly number[], seconds: number): number[][] {
  const maxWindows = Math.max(1, Math.floor((maxSteps * rateStep(seconds)) / seconds))
  const runs: number[][] = []
  for (const start of starts.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.at(-1) === start - seconds && run.length < maxWindows) run.push(start)
    else runs.push([start])
  }
  return runs
}

/** Matches at the time of each window, on each of the days before. */
async function dailyCounts(
  history: MatchHistory,
  { seconds, days }: { seconds: number; days: number },
  { predicate, onRepeats }: TriggerInForce,
  run: readonly number[],
): Promise<Map<number, number[]>> {
  const query = { by: null, value: null, step: rateStep(seconds), occurrences: onRepeats === 'each' }
  const daily = new Map(run.map(start => [start, new Array<number>(days).fill(0)]))
  const first = run[0] ?? 0
  for (let day = 0; day < days; day++) {
    const later = (day + 1) * daySeconds
    const span = { from: Math.max(0, first - later), to: first - later + run.length * seconds }
    if (span.to <= 0) break
    const { seconds: steps, counts } = await history.counts(predicate, span, query)
    for (const [at, step] of steps.entries()) {
      const byDay = daily.get(Math.floor((step + later) / seconds) * seconds)
      if (byDay !== undefined) byDay[day] = (byDay[day] ?? 0) + (counts[at] ?? 0)
    }
  }
  return daily
}
