import { Fault } from '../../../schema/fault.ts'
import type { Cell } from '../../clients/sql-client.ts'
import type { Read, Scope } from '../../contract/event-store.ts'
import type {
  WindowField,
  WindowQuery,
  WindowSeries,
  WindowSum,
  Windows,
} from '../../contract/window-query.ts'
import { fieldColumn } from '../../sql/columns.ts'
import { list, number } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'
import { mayRepeat } from '../has-repeats.ts'
import { cellValue, maxGroupsSql, selectGroups } from './group-counts.ts'

/** Maximum sums of cells that the engine may return. */
const maxCells = 500_000
/** Maximum sums of windows in an answer: one cell may be in many windows. */
const maxSums = 2_000_000

/**
 * Returns the sums of overlapping windows, one series for each combination of values of `fields`. Cuts time
 * into cells at every beginning and end of a window. The engine sums the cells, and this process adds up the
 * cells of each window. A cell, as a window, does not include its beginning, but its end: (begin, end]. For
 * example, three windows of length 5 with step 3:
 *
 *     window 0     |---------|
 *     window 1           |---------|
 *     window 2                 |---------|
 *     cells        | 1 |2| 3 |4| 5 |6| 7 |
 */
export async function windowSums(
  context: ReadContext,
  scope: Scope,
  { windows, fields, measure }: WindowQuery,
  read: Read,
): Promise<WindowSeries[]> {
  if (scope.from >= scope.to) return []
  const cells = cellsOf(windows)
  // `ts` of a row of repeats is its last occurrence; `earlier` has the distances of the others before it.
  const momentSql = mayRepeat(context, scope)
    ? 'toUnixTimestamp64Micro(ts) - arrayJoin(arrayConcat([toUInt32(0)], earlier))'
    : 'toUnixTimestamp64Micro(ts)'
  const aliases = fields.map((field, i) => (field === 'moment' ? field : `v${i}`))
  const columns = [
    ...fields.flatMap((field, i) => (field === 'moment' ? [] : [`${columnOf(field)} AS v${i}`])),
    `${measure === 'occurrences' ? '1' : 'length(message)'} AS n`,
    `${momentSql} AS moment`,
  ]
  const rows = await selectGroups(
    context.client,
    `SELECT ${list([...aliases, 'cell', 'sum(n)'])} FROM (
       SELECT ${list([...aliases, 'n', `${cells.sql('moment')} AS cell`])} FROM ${rowsFrom(scope, context, columns)}
       WHERE moment > ${number(cells.start)} AND moment <= ${number(cells.end)})
     GROUP BY ${list([...aliases, 'cell'])}${maxGroupsSql(maxCells)}`,
    read,
  )
  if (rows === undefined) throw tooMany(maxCells)
  const sliding = new SlidingSums(cells.perWindow, windows.count)
  return seriesOf(rows, fields.length)
    .map(({ values, cells }) => ({ values, sums: sliding.sumsOfSeries(cells) }))
    .filter(({ sums }) => sums.length > 0)
}

function columnOf(field: Exclude<WindowField, 'moment'>): string {
  return field === 'id' ? field : fieldColumn(field)
}

/**
 * Numbers the cells. Step k of time, (start + k * step, start + (k + 1) * step], has two cells: 2k is its
 * first `evenCellMicros` (empty if the length is a multiple of the step), 2k + 1 is the rest. Window i
 * consists of the cells 2i + 1 to 2i + perWindow.
 */
function cellsOf({ end, step, length, count }: Windows) {
  const steps = Math.ceil(length / step)
  const start = end - steps * step
  /** Length of cells with an even number. */
  const evenCellMicros = steps * step - length
  return {
    /** Unix microseconds; the first cell begins after it. */
    start,
    end: end + (count - 1) * step,
    perWindow: 2 * steps - 1,
    /** The cell of a moment. */
    sql(moment: string): string {
      const since = `(${moment} - ${number(start + 1)})`
      const at = `intDiv(${since}, ${number(step)})`
      const cell = `${at} * 2 + (${since} % ${number(step)} >= ${number(evenCellMicros)})`
      if (steps <= count) return cell
      // All windows overlap, and contain all of the steps `count` to `steps - 1`: one cell for them saves
      // groups.
      return `if(${at} >= ${number(count)} AND ${at} < ${number(steps)}, ${number(2 * count + 1)}, ${cell})`
    },
  }
}

interface CellSums {
  values: WindowSeries['values']
  /** Sum by number of the cell. */
  cells: Map<number, number>
}

/**
 * `fields`: number of values in a row. Behind its values, a row has the number of a cell and the cell's sum.
 */
function seriesOf(rows: readonly Cell[][], fields: number): CellSums[] {
  const series = new Map<string, CellSums>()
  for (const row of rows) {
    const values = row.slice(0, fields).map(cellValue)
    const key = JSON.stringify(values)
    const sums = series.get(key) ?? { values, cells: new Map() }
    series.set(key, sums)
    sums.cells.set(Number(row[fields]), Number(row[fields + 1]))
  }
  return [...series.values()]
}

/**
 * Adds up the cells of each window, for one series after the other. Sums are integers below 2^53, so a cell
 * that leaves the window can be subtracted.
 */
class SlidingSums {
  readonly #perWindow: number
  readonly #count: number
  /** Shared by all series, so that `maxSums` bounds the whole answer. */
  #sumsLeft = maxSums

  constructor(perWindow: number, count: number) {
    this.#perWindow = perWindow
    this.#count = count
  }

  /** The sums of the windows that contain at least one of these cells. */
  sumsOfSeries(cells: ReadonlyMap<number, number>): WindowSum[] {
    const sums: WindowSum[] = []
    const ordered = Array.from(cells, ([index, cellSum]) => ({ index, sum: cellSum }))
    ordered.sort((a, b) => a.index - b.index)
    // `sum` is the sum of ordered[begin] to ordered[end - 1], the cells in the window.
    let begin = 0
    let end = 0
    let sum = 0
    for (let window = 0; window < this.#count; window++) {
      const next = ordered[end]
      if (begin === end) {
        // No cell is in the window: continues with the first window that contains the next cell.
        if (next === undefined) break
        window = Math.max(window, Math.ceil((next.index - this.#perWindow) / 2))
        if (window >= this.#count) break
      }
      const first = 2 * window + 1
      // Adds cells that enter the window, then subtracts cells that leave it.
      for (let cell = ordered[end]; cell && cell.index < first + this.#perWindow; cell = ordered[++end])
        sum += cell.sum
      for (let cell = ordered[begin]; begin < end && cell && cell.index < first; cell = ordered[++begin])
        sum -= cell.sum
      if (begin === end) continue
      if (this.#sumsLeft-- === 0) throw tooMany(maxSums)
      sums.push({ window, sum })
    }
    return sums
  }
}

function tooMany(max: number): Fault {
  const detail = `The answer has more than ${max} values; ask for fewer groups or steps, or narrow the selection.`
  return new Fault('query_memory', { detail })
}
