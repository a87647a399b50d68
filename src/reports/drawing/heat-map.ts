import { type HeatMap, heatColoursFor, heatMap } from '../../charts/heat-map.ts'
import { shortNumber } from '../../charts/number-text.ts'
import type { TopOverTime } from '../../charts/top-over-time.ts'
import { type Chart, legend } from './chart.ts'
import { type Shape, text } from './drawing.ts'
import type { PlotFrame } from './over-time.ts'
import { palette } from './palette.ts'

/** Maximum rows of a drawn map; the table has all values. */
const maxRows = 30
const rowHeights = { min: 13, max: 26 }
const axisHeight = 20

/** A row for each value, whose cells are darker the more occurrences, as on the page. */
export function heatMapOverTime({ series, stacks }: TopOverTime, frame: PlotFrame): Chart {
  const rows = series.filter(({ rest }) => !rest).slice(0, maxRows)
  const rowHeight = Math.min(
    rowHeights.max,
    Math.max(rowHeights.min, frame.height / Math.max(1, rows.length)),
  )
  const bottom = Math.round(rowHeight * rows.length)
  const left = Math.min(170, Math.round(frame.width * 0.3))
  const box = { width: frame.width, height: bottom, top: 0, right: 0, bottom: 0, left }
  const map = heatMap(stacks, rows.length, box, frame.now, frame.zone)
  const colours = heatColoursFor(map.levels.length).map(({ light }) => light)
  const shapes: Shape[] = rows.flatMap(({ label }, index): Shape[] => {
    const { y, height } = map.rows[index] ?? { y: 0, height: 0 }
    const name = { size: 10.5, anchor: 'end', colour: palette.ink, maxWidth: left - 10 } as const
    return [
      text(left - 8, y + height / 2 + 3.6, label, name),
      { kind: 'rect', x: left, y, width: frame.width - left, height: height - 1, fill: palette.sunken },
    ]
  })
  for (const [level, path] of map.paths.entries())
    shapes.push({ kind: 'path', path, x: 0, y: 0, fill: colours[level] ?? palette.bar })
  const label = { size: 10.5, colour: palette.inkFaint, maxWidth: 100, anchor: 'middle' } as const
  shapes.push(...map.xTicks.map(tick => text(tick.x, bottom + 15, tick.label, label)))
  const top = bottom + axisHeight + 4
  const key = legend(levelSeries(map, colours), left, top, frame.width - left)
  return { shapes: [...shapes, ...key.shapes], height: top + key.height }
}

function levelSeries({ levels }: HeatMap, colours: readonly string[]) {
  return levels.map(({ from, to }, index) => ({
    label: from === to ? shortNumber(from) : `${shortNumber(from)}–${shortNumber(to)}`,
    colour: colours[index] ?? palette.bar,
  }))
}
