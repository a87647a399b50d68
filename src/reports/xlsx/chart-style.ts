import { palette, seriesColour } from '../drawing/palette.ts'
import { formatAttribute, numberFormat } from './chart-data.ts'
import type { ChartPlan } from './chart-plan.ts'

/** Maximum bars with labels; more leave no room for numbers. */
const maxLabelledBars = 15
/** Smaller slices have no room for a label. */
const minLabelledShare = 0.02

/** Colours, lines and labels of a series: the elements between its name and its data. */
export function seriesStyle(plan: ChartPlan, column: number, index: number): string {
  const colour = plan.series.length === 1 ? palette.bar : seriesColour(index)
  const shape = `<c:spPr>${solid(colour)}</c:spPr>`
  switch (plan.form) {
    case 'pie':
    case 'doughnut':
      return slices(plan, column)
    case 'line':
      return plan.stacked ? shape : stroke(plan.series.length === 1 ? palette.accent : colour)
    default: {
      const kind = plan.table.columns[column]?.kind ?? 'number'
      const labels = hasBarLabels(plan)
        ? `<c:dLbls>${labelStyle(numberFormat(kind), palette.inkSoft, 'outEnd')}${shown('Val')}</c:dLbls>`
        : ''
      return `${shape}<c:invertIfNegative val="0"/>${labels}`
    }
  }
}

/** If so, there is no axis of numbers. */
export function hasBarLabels(plan: ChartPlan): boolean {
  return plan.form === 'bars' && plan.rows.length <= maxLabelledBars
}

function slices(plan: ChartPlan, column: number): string {
  const values = plan.rows.map(row => Number(row[column] ?? 0))
  const sum = values.reduce((total, value) => total + value, 0)
  const points = plan.rows.map((row, point) => {
    const colour = seriesColour(point, row[plan.category] === 'other')
    return `<c:dPt><c:idx val="${point}"/><c:bubble3D val="0"/><c:spPr>${solid(colour)}${line('#ffffff')}</c:spPr></c:dPt>`
  })
  const unlabelled = values.map((value, point) =>
    value < sum * minLabelledShare ? `<c:dLbl><c:idx val="${point}"/><c:delete val="1"/></c:dLbl>` : '',
  )
  // Labels are on the ring of a doughnut, but beside a pie.
  const style =
    plan.form === 'pie'
      ? labelStyle('0.0%', palette.inkSoft, 'outEnd')
      : labelStyle('0.0%', '#ffffff', undefined)
  return `${points.join('')}<c:dLbls>${unlabelled.join('')}${style}${shown('Percent')}</c:dLbls>`
}

function stroke(colour: string): string {
  const style = `<a:ln w="19050" cap="rnd">${solid(colour)}<a:round/></a:ln>`
  return `<c:spPr>${style}</c:spPr><c:marker><c:symbol val="none"/></c:marker>`
}

function labelStyle(format: string, colour: string, position: string | undefined): string {
  const place = position === undefined ? '' : `<c:dLblPos val="${position}"/>`
  const empty = '<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>'
  return `<c:numFmt ${formatAttribute(format)}/>${empty}${textStyle(9, colour)}${place}`
}

/** The elements of labels that show only this value. */
function shown(what: 'Val' | 'Percent'): string {
  return ['LegendKey', 'Val', 'CatName', 'SerName', 'Percent', 'BubbleSize']
    .map(name => `<c:show${name} val="${name === what ? 1 : 0}"/>`)
    .join('')
}

/** A txPr element. */
export function textStyle(points: number, colour: string): string {
  return `<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${points * 100}">${solid(colour)}</a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>`
}

export function line(colour: string): string {
  return `<a:ln w="9525">${solid(colour)}</a:ln>`
}

/** `colour` as #rrggbb. */
export function solid(colour: string): string {
  return `<a:solidFill><a:srgbClr val="${colour.slice(1).toUpperCase()}"/></a:solidFill>`
}
