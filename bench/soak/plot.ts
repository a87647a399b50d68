/** A line of a plot: one number per minute. */
interface Curve {
  name: string
  values: readonly number[]
}

/** Curves over the same minutes, with one unit. */
export interface Plot {
  title: string
  curves: readonly Curve[]
}

const size = { width: 720, height: 150, left: 64, right: 140, top: 26, bottom: 20 }
const colours = ['#2563eb', '#c2410c', '#047857']
const gap = 12

/**
 * Plots one below the other, from 0 to a round number above the largest value, as SVG; `title` is the text
 * for screen readers.
 */
export function drawPlots(title: string, plots: readonly Plot[]): string {
  const height = plots.length * (size.height + gap)
  const drawn = plots.map(
    (plot, at) => `<g transform="translate(0,${at * (size.height + gap)})">${drawPlot(plot)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" font-family="sans-serif" font-size="11">
<title>${title}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${drawn.join('\n')}
</svg>
`
}

function drawPlot({ title, curves }: Plot): string {
  const values = curves.flatMap(curve => curve.values).filter(Number.isFinite)
  const most = roundAbove(Math.max(0, ...values))
  const minutes = Math.max(1, ...curves.map(curve => curve.values.length - 1))
  const x = (minute: number) => size.left + ((size.width - size.left - size.right) * minute) / minutes
  const y = (value: number) =>
    size.height - size.bottom - ((size.height - size.top - size.bottom) * value) / most
  const lines = [0, most / 2, most].map(
    value =>
      `<line x1="${size.left}" x2="${x(minutes)}" y1="${y(value)}" y2="${y(value)}" stroke="#d4d4d8"/><text x="${size.left - 6}" y="${y(value) + 4}" text-anchor="end">${value.toLocaleString('en')}</text>`,
  )
  const drawn = curves.map(({ name, values: all }, at) => {
    const points = all.flatMap((value, minute) =>
      Number.isFinite(value) ? [`${x(minute).toFixed(1)},${y(value).toFixed(1)}`] : [],
    )
    const colour = colours[at % colours.length]
    return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points.join(' ')}"/><text x="${x(minutes) + 8}" y="${size.top + 10 + at * 15}" fill="${colour}">${name}</text>`
  })
  const times = [0, minutes / 2, minutes].map(
    minute =>
      `<text x="${x(minute)}" y="${size.height - 5}" text-anchor="middle">${Math.round(minute)} min</text>`,
  )
  return [
    `<text x="${size.left}" y="14" font-weight="bold">${title}</text>`,
    ...lines,
    ...drawn,
    ...times,
  ].join('')
}

/** 1, 2 or 5 with zeros. */
function roundAbove(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find(step => step * power >= value) ?? 10
  return step * power
}
