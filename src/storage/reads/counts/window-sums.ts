import { Fault } from '../../../schema/fault.ts'
import type { Cell } from '../../clients/sql-client.ts'
import type { Read, Scope } from '../../contract/event-store.ts'
import type { WindowQuery, WindowSeries, WindowSum, Windows } from '../../contract/window-query.ts'
import { fieldColumn } from '../../sql/columns.ts'
import { list, number } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'
import { mayRepeat } from '../has-repeats.ts'
import { cellValue, groupLimit, selectGroups } from './group-counts.ts'

/** Maximum sums of cells that the engine may return, and of windows; a cell may be in many windows. */
const maxCells = 500_000
const maxSums = 2_000_000

/**
 * Cuts time into cells at the ends and the beginnings of all windows, so that each window is a run of whole
 * cells: the engine sums cells, and cells add up to windows, no matter how much these overlap. An occurrence
 * at the end of a cell belongs to it.
 */
export async function windowSums(
  context: ReadContext,
  scope: Scope,
  { windows, fields, measure }: WindowQuery,
  read: Read,
): Promise<WindowSeries[]> {
  if (scope.from >= scope.to) return []
  const cells = cellsOf(windows)
  // Rows of repeats store the distances of their other occurrences from the last one.
  const moment = mayRepeat(context, scope)
    ? 'toUnixTimestamp64Micro(ts) - arrayJoin(arrayConcat([toUInt32(0)], earlier))'
    : 'toUnixTimestamp64Micro(ts)'
  const names = fields.map((_, i) => `v${i}`)
  const columns = [
    ...fields.map((field, i) => `${fieldColumn(field)} AS v${i}`),
    `${measure === 'occurrences' ? '1' : 'length(message)'} AS n`,
    `${moment} AS moment`,
  ]
  const rows = await selectGroups(
    context.client,
    `SELECT ${list([...names, 'cell', 'sum(n)'])} FROM (
       SELECT ${list([...names, 'n', `${cells.sql('moment')} AS cell`])} FROM ${rowsFrom(scope, context, columns)}
       WHERE moment > ${number(cells.start)} AND moment <= ${number(cells.end)})
     GROUP BY ${list([...names, 'cell'])}${groupLimit(maxCells)}`,
    read,
  )
  if (rows === undefined) throw tooMany(maxCells)
  const sliding = new SlidingSums(cells.perWindow, windows.count)
  return seriesOf(rows, fields.length)
    .map(({ values, cells }) => ({ values, sums: sliding.of(cells) }))
    .filter(({ sums }) => sums.length > 0)
}

/**
 * Cell 2k + 1 ends at step k after the start; cell 2k lies before it, and is empty when the length is a
 * multiple of the step. Window i has the cells from 2i + 1 on. The range common to all windows is one cell.
 */
function cellsOf({ end, step, length, count }: Windows) {
  const steps = Math.ceil(length / step)
  const start = end - steps * step
  /** Microseconds of even-numbered cells. */
  const firstHalf = steps * step - length
  return {
    /** Microseconds before the first cell. */
    start,
    end: end + (count - 1) * step,
    perWindow: 2 * steps - 1,
    /** The cell of a moment. */
    sql(moment: string): string {
      const since = `(${moment} - ${number(start + 1)})`
      const at = `intDiv(${since}, ${number(step)})`
      const cell = `${at} * 2 + (${since} % ${number(step)} >= ${number(firstHalf)})`
      if (steps <= count) return cell
      return `if(${at} >= ${number(count)} AND ${at} < ${number(steps)}, ${number(2 * count + 1)}, ${cell})`
    },
  }
}

interface CellSums {
  values: WindowSeries['values']
  cells: Map<number, number>
}

/** `fields`: number of values before the cell and its sum. */
function seriesOf(rows: readonly Cell[][], fields: number): CellSums[] {
  const series = new Map<string, CellSums>()
  for (const row of rows) {
    const values = row.slice(0, fields).map(cellValue)
    const key = JSON.stringify(values)
    const known = series.get(key) ?? { values, cells: new Map() }
    series.set(key, known)
    known.cells.set(Number(row[fields]), Number(row[fields + 1]))
  }
  return [...series.values()]
}

/** Adds cells up to windows. Sums are integers below 2^53, so cells that leave a window can be subtracted. */
class SlidingSums {
  readonly #perWindow: number
  readonly #count: number
  #left = maxSums

  constructor(perWindow: number, count: number) {
    this.#perWindow = perWindow
    this.#count = count
  }

  /** The windows that contain one of these cells. */
  of(cells: ReadonlyMap<number, number>): WindowSum[] {
    const sums: WindowSum[] = []
    const ordered = [...cells].sort(([a], [b]) => a - b)
    let begin = 0
    let end = 0
    let sum = 0
    for (let window = 0; window < this.#count; window++) {
      const next = ordered[end]
      if (begin === end) {
        if (next === undefined) break
        window = Math.max(window, Math.ceil((next[0] - this.#perWindow) / 2))
        if (window >= this.#count) break
      }
      const first = 2 * window + 1
      for (let cell = ordered[end]; cell && cell[0] < first + this.#perWindow; cell = ordered[++end])
        sum += cell[1]
      for (let cell = ordered[begin]; begin < end && cell && cell[0] < first; cell = ordered[++begin])
        sum -= cell[1]
      if (begin === end) continue
      if (this.#left-- === 0) throw tooMany(maxSums)
      sums.push({ window, sum })
    }
    return sums
  }
}

function tooMany(max: number): Fault {
  const detail = `The answer has more than ${max} numbers; ask for fewer groups or steps, or narrow the selection.`
  return new Fault('query_memory', { detail })
}
