import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { MatchHistory } from '../../query/history/match-history.ts'
import type { TriggerCondition } from '../../schema/trigger-condition.ts'
import type { WindowAnswers, WindowQuestion } from './evaluator.ts'
import { daySeconds } from './evaluators.ts'
import { usualOf } from './rate.ts'

/** Looks into the past of a trigger for what its condition has to know. */
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
    for (const question of questions) {
      if (question.kind !== 'usual') continue
      const { start } = question
      usual.set(start, usualOf(await dailyCounts(history, condition, compiled, start)))
    }
  }
  return {
    seen: (value, before) => seen.get(`${before} ${value}`),
    usual: start => usual.get(start),
  }
}

/** Matches at the time of a window, on each of the days before. */
async function dailyCounts(
  history: MatchHistory,
  { seconds, days }: { seconds: number; days: number },
  { predicate, onRepeats }: TriggerInForce,
  start: number,
): Promise<number[]> {
  const query = { by: null, value: null, step: 0, occurrences: onRepeats === 'each' }
  const counts: number[] = []
  for (let day = 1; day <= days; day++) {
    const from = Math.max(0, start - day * daySeconds)
    const found = await history.counts(predicate, { from, to: from + seconds }, query)
    counts.push(found.reduce((sum, [, , , count]) => sum + count, 0))
  }
  return counts
}
