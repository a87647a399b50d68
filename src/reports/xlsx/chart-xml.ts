import { palette } from '../drawing/palette.ts'
import {
  categoryXml,
  formatAttribute,
  nameXml,
  numberFormat,
  type TablePlace,
  valueXml,
} from './chart-data.ts'
import type { ChartPlan } from './chart-plan.ts'
import { hasBarLabels, line, seriesStyle, solid, textStyle } from './chart-style.ts'
import type { SerialTime } from './serial-time.ts'
import { xmlText } from './xml-text.ts'

/** Maximum labels below an axis. */
const maxLabels = 10

/**
 * xl/charts/chartN.xml: a native chart that refers to the cells of a table and contains a copy of their
 * values.
 */
export function chartXml(plan: ChartPlan, place: TablePlace, serial: SerialTime): string {
  const round = plan.form === 'pie' || plan.form === 'doughnut'
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">',
    '<c:roundedCorners val="0"/><c:chart>',
    title(plan.title),
    '<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>',
    plot(plan, place, serial),
    round ? '' : axes(plan),
    '</c:plotArea>',
    round || plan.series.length > 1
      ? `<c:legend><c:legendPos val="${round ? 'r' : 'b'}"/><c:overlay val="0"/>${textStyle(9, palette.inkSoft)}</c:legend>`
      : '',
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>',
    `<c:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>${line(palette.line)}</c:spPr>`,
    '</c:chartSpace>',
  ].join('')
}

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
  const grouping = `<c:grouping val="${plan.stacked ? 'stacked' : plan.form === 'line' ? 'standard' : 'clustered'}"/>`
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
      const maxWidth = `<c:gapWidth val="${plan.form === 'bars' ? 45 : 25}"/>${plan.stacked ? '<c:overlap val="100"/>' : ''}`
      return `<c:barChart>${direction}${grouping}<c:varyColors val="0"/>${all}${maxWidth}${ids}</c:barChart>`
    }
  }
}

function smoothing(plan: ChartPlan): string {
  return plan.form === 'line' && !plan.stacked ? '<c:smooth val="0"/>' : ''
}

function axes(plan: ChartPlan): string {
  const numbered = hasBarLabels(plan)
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
    `<c:delete val="${numbered ? 1 : 0}"/>`,
    `<c:axPos val="${bars ? 't' : 'l'}"/>`,
    numbered ? '' : `<c:majorGridlines><c:spPr>${line(palette.line)}</c:spPr></c:majorGridlines>`,
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
