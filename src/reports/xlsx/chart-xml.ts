import { palette, seriesColour } from '../drawing/palette.ts'
import {
  categoryXml,
  formatAttribute,
  nameXml,
  numberFormat,
  type TablePlace,
  valueXml,
} from './chart-data.ts'
import type { ChartPlan } from './chart-plan.ts'
import type { SerialTime } from './serial-time.ts'
import { xmlText } from './xml-text.ts'

/** Maximum bars with labels; more leave no room for numbers. */
const maxLabelledBars = 15
/** Smaller slices have no room for a label. */
const minLabelledShare = 0.02
/** Maximum labels below an axis. */
const maxLabels = 10

/** xl/charts/chartN.xml: a native chart that refers to cells of a table and has a copy of their values. */
export function chartXml(plan: ChartPlan, place: TablePlace, serial: SerialTime): string {
  const isRound = plan.form === 'pie' || plan.form === 'doughnut'
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
    '<c:roundedCorners val="0"/><c:chart>',
    title(plan.title),
    '<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>',
    plot(plan, place, serial),
    isRound ? '' : axes(plan),
    '</c:plotArea>',
    isRound || plan.series.length > 1
      ? `<c:legend><c:legendPos val="${isRound ? 'r' : 'b'}"/><c:overlay val="0"/>${textStyle(9, palette.inkSoft)}</c:legend>`
      : '',
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>',
    `<c:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>${line(palette.line)}</c:spPr>`,
    '</c:chartSpace>',
  ].join('')
}

/** The element of the chart's form with all series. Axis 1 has the names or times, axis 2 the numbers. */
function plot(plan: ChartPlan, place: TablePlace, serial: SerialTime): string {
  const category = categoryXml(plan, place, serial, timeFormat(plan))
  const series = plan.series.map((column, index) => {
    const name = `<c:idx val="${index}"/><c:order val="${index}"/>${nameXml(plan, place, column)}`
    return (
      name + seriesStyle(plan, column, index) + category + valueXml(plan, place, column) + smoothing(plan)
    )
  })
  const all = series.map(xml => `<c:ser>${xml}</c:ser>`).join('')
  const ids = '<c:axId val="1"/><c:axId val="2"/>'
  const unstacked = plan.form === 'line' ? 'standard' : 'clustered'
  const grouping = `<c:grouping val="${plan.stacked ? 'stacked' : unstacked}"/>`
  switch (plan.form) {
    case 'pie':
      return `<c:pieChart><c:varyColors val="1"/>${all}<c:firstSliceAng val="0"/></c:pieChart>`
    case 'doughnut':
      return `<c:doughnutChart><c:varyColors val="1"/>${all}<c:firstSliceAng val="0"/><c:holeSize val="58"/></c:doughnutChart>`
    case 'line':
      return plan.stacked
        ? `<c:areaChart>${grouping}<c:varyColors val="0"/>${all}${ids}</c:areaChart>`
        : `<c:lineChart>${grouping}<c:varyColors val="0"/>${all}<c:marker val="1"/>${ids}</c:lineChart>`
    default: {
      const direction = `<c:barDir val="${plan.form === 'bars' ? 'bar' : 'col'}"/>`
      const spacing = `<c:gapWidth val="${plan.form === 'bars' ? 45 : 25}"/>${plan.stacked ? '<c:overlap val="100"/>' : ''}`
      return `<c:barChart>${direction}${grouping}<c:varyColors val="0"/>${all}${spacing}${ids}</c:barChart>`
    }
  }
}

/** Straight lines between points; the default is curves. */
function smoothing(plan: ChartPlan): string {
  return plan.form === 'line' && !plan.stacked ? '<c:smooth val="0"/>' : ''
}

function axes(plan: ChartPlan): string {
  const hasLabels = hasBarLabels(plan)
  const bars = plan.form === 'bars'
  const time = plan.table.columns[plan.category]?.kind === 'time'
  const skip = time ? Math.max(1, Math.ceil(plan.rows.length / maxLabels)) : 1
  const first = plan.series[0] ?? 0
  const kind = plan.table.columns[first]?.kind ?? 'number'
  const style = `<c:spPr>${line('#8a9ca0')}</c:spPr>${textStyle(9, palette.inkFaint)}`
  return [
    // The first entry of a ranking is at the top.
    `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="${bars ? 'maxMin' : 'minMax'}"/></c:scaling><c:delete val="0"/>`,
    `<c:axPos val="${bars ? 'l' : 'b'}"/><c:numFmt ${formatAttribute(time ? timeFormat(plan) : 'General')}/>`,
    `<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${style}`,
    // `auto` would create an axis of whole days.
    '<c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/>',
    `<c:tickLblSkip val="${skip}"/><c:tickMarkSkip val="${skip}"/><c:noMultiLvlLbl val="1"/></c:catAx>`,
    '<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/><c:min val="0"/></c:scaling>',
    `<c:delete val="${hasLabels ? 1 : 0}"/>`,
    `<c:axPos val="${bars ? 't' : 'l'}"/>`,
    hasLabels ? '' : `<c:majorGridlines><c:spPr>${line(palette.line)}</c:spPr></c:majorGridlines>`,
    `<c:numFmt ${formatAttribute(numberFormat(kind))}/><c:majorTickMark val="none"/><c:minorTickMark val="none"/>`,
    `<c:tickLblPos val="${bars ? 'high' : 'nextTo'}"/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${textStyle(9, palette.inkFaint)}`,
    '<c:crossAx val="1"/><c:crosses val="autoZero"/><c:crossBetween val="between"/></c:valAx>',
  ].join('')
}

/** The shortest format that distinguishes the periods. */
function timeFormat(plan: ChartPlan): string {
  const at = (index: number) => Number(plan.rows.at(index)?.[plan.category] ?? 0)
  const span = at(-1) - at(0)
  if (span >= 8 * 86_400) return 'd mmm'
  if (span >= 86_400) return 'd mmm hh:mm'
  return span >= 600 ? 'hh:mm' : 'hh:mm:ss'
}

function title(text: string): string {
  const run = `<a:rPr lang="en-US" sz="1200" b="1">${solid(palette.ink)}</a:rPr>`
  return `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r>${run}<a:t>${xmlText(text)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`
}

/** Colours, lines and labels of a series: the elements between its name and its data. */
function seriesStyle(plan: ChartPlan, column: number, index: number): string {
  const colour = plan.series.length === 1 ? palette.bar : seriesColour(index)
  const shape = `<c:spPr>${solid(colour)}</c:spPr>`
  switch (plan.form) {
    case 'pie':
    case 'doughnut':
      return slices(plan, column)
    case 'line':
      return plan.stacked ? shape : lineOnly(plan.series.length === 1 ? palette.accent : colour)
    default: {
      const kind = plan.table.columns[column]?.kind ?? 'number'
      const labels = hasBarLabels(plan)
        ? `<c:dLbls>${labelStyle(numberFormat(kind), palette.inkSoft, 'outEnd')}${shown('Val')}</c:dLbls>`
        : ''
      return `${shape}<c:invertIfNegative val="0"/>${labels}`
    }
  }
}

/** Whether bars have labels. They replace the axis of numbers. */
function hasBarLabels(plan: ChartPlan): boolean {
  return plan.form === 'bars' && plan.rows.length <= maxLabelledBars
}

/** Colours and labels of the slices of a pie or doughnut. */
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

/** The style of a series drawn as a line without markers. Widths are EMU: 12,700 are a point. */
function lineOnly(colour: string): string {
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

/** A txPr element: size in points and colour of texts. */
function textStyle(points: number, colour: string): string {
  return `<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${points * 100}">${solid(colour)}</a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>`
}

/** A line of 0.75 points. */
function line(colour: string): string {
  return `<a:ln w="9525">${solid(colour)}</a:ln>`
}

/** `colour` as #rrggbb. */
function solid(colour: string): string {
  return `<a:solidFill><a:srgbClr val="${colour.slice(1).toUpperCase()}"/></a:solidFill>`
}
