import type { WorkTurns } from '../../async/next-turn.ts'
import { placeholders } from '../../schema/event/template.ts'
import type { Field } from '../../storage/contract/field.ts'
import type { WindowSeries } from '../../storage/contract/window-query.ts'
import { labelSource, labelValue } from './labels.ts'

/** Occurrences of lines of one form and level, by step. */
export interface PatternCounts {
  /** As Loki writes it: `<_>` replaces the variable parts. */
  pattern: string
  level: string
  total: number
  /** Count by index of the step; steps without any are absent. */
  counts: ReadonlyMap<number, number>
}

/** Fields to count by, to make patterns. */
export const patternFields: readonly Field[] = ['template', 'severity']

const level = labelSource('detected_level')
/** One placeholder or more in a row. */
const varying = new RegExp(`[${Object.values(placeholders).join('')}]+`, 'g')

/** Patterns from counts by `patternFields`, most frequent first. Lines without a template give no pattern. */
export async function linePatterns(
  series: readonly WindowSeries[],
  turns: WorkTurns,
): Promise<PatternCounts[]> {
  const merged = new Map<string, PatternCounts & { counts: Map<number, number> }>()
  for (const { values, sums } of series) {
    const [template = '', severity = 0] = values
    if (template === '') continue
    const pattern = String(template).replace(varying, '<_>')
    const levelName = level === undefined ? '' : labelValue(level, severity)
    const key = JSON.stringify([pattern, levelName])
    const counted = merged.get(key) ?? {
      pattern,
      level: levelName,
      total: 0,
      counts: new Map<number, number>(),
    }
    merged.set(key, counted)
    for (const { window, sum } of sums) {
      counted.counts.set(window, (counted.counts.get(window) ?? 0) + sum)
      counted.total += sum
    }
    const turn = turns.after(sums.length + 1)
    if (turn) await turn
  }
  return [...merged.values()].sort(
    (a, b) => b.total - a.total || compareText(a.pattern, b.pattern) || compareText(a.level, b.level),
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
