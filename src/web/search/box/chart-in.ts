import { parseTypedQuery } from '../../../filter/typed/typed-query.ts'
import { findKnownTag } from '../completion/use-range-tags.ts'
import type { StatisticsState } from '../state/statistics-state.ts'

/** Reads commands; undefined until it is loaded, since few searches have commands. */
let reader: ((commands: string) => StatisticsState | undefined) | undefined

/** The search before commands that ask for statistics, and these statistics. Needs `loadChartReader`. */
export function chartIn(text: string): { search: string; statistics: StatisticsState } | undefined {
  const { commandAt } = parseTypedQuery(text, findKnownTag)
  if (commandAt === undefined) return undefined
  const statistics = reader?.(text.slice(commandAt))
  return statistics && { search: text.slice(0, commandAt).trim(), statistics }
}

/** Whether it is not known yet if the commands of a text ask for statistics. */
export function needsChartReader(text: string): boolean {
  return reader === undefined && parseTypedQuery(text, findKnownTag).commandAt !== undefined
}

/**
 * Loads what `chartIn` needs for a text; undefined if it needs nothing more. If the code cannot be loaded,
 * commands stay faults.
 */
export function loadChartReader(text: string): Promise<void> | undefined {
  if (!needsChartReader(text)) return undefined
  return import('./chart-command.ts').then(
    loaded => {
      reader = loaded.readChartCommand
    },
    () => {
      reader = () => undefined
    },
  )
}
