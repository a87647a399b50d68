import { useMemo } from 'react'
import { fieldText } from '../../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../../charts/number-text.ts'
import { rankedRows, withOthersSummed } from '../../../charts/ranking.ts'
import { BarList } from '../../graphics/BarList.tsx'
import { valueColours } from '../../graphics/colours.ts'
import { Donut } from '../../graphics/Donut.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import { isOverTime } from '../views/views.ts'
import { BigNumber } from './BigNumber.tsx'
import type { ContentProps } from './content-props.ts'
import { MoreRows } from './MoreRows.tsx'
import { maxRows } from './max-rows.ts'
import { shortLabel } from './short-label.ts'
import { TopOverTimeContent } from './TopOverTimeContent.tsx'
import { TopTable } from './TopTable.tsx'

/** Maximum number of slices that can be told apart. */
const maxSlices = 12

/** The most frequent values of a field. */
export function TopContent(props: ContentProps<'TopN'>) {
  const { view, answer, size, drill } = props
  const { results, params } = answer
  const field = String(params.field ?? 'host')
  const withRest = params.show_other === true
  const rows = useMemo(
    () =>
      rankedRows(field, results.totals, withRest).map(row => ({
        ...row,
        label: shortLabel(row.label),
      })),
    [field, results.totals, withRest],
  )
  const into = drill.into
  const pick = into && ((row: { name: string | number }) => into({ field, value: row.name }))

  // A widget may be set to have no periods.
  if (isOverTime(view) && results.details)
    return <TopOverTimeContent {...props} field={field} withRest={withRest} />
  if (view === 'badge') {
    const { cardinality } = results.totals
    return (
      <BigNumber
        size={size}
        text={size.width < 220 ? shortNumber(cardinality) : exactNumber(cardinality)}
        note={widgetTexts.distinct(cardinality, fieldText(field))}
        onPick={into && (() => into({}))}
      />
    )
  }
  if (view === 'pie_chart') {
    const slices = withOthersSummed(rows, maxSlices)
    const sliceColours = valueColours(field, slices)
    return (
      <div className="widget-scroll">
        <Donut
          rows={slices}
          total={results.totals.count}
          colourOf={(_, index) => sliceColours[index] ?? '--series-rest'}
          onPick={pick}
        />
      </div>
    )
  }
  const shownRows = rows.slice(0, maxRows)
  const colours = valueColours(field, shownRows)
  if (view === 'table')
    return (
      <TopTable field={field} rows={shownRows} colours={colours} details={results.details} onPick={pick} />
    )
  const isBars = view === 'bar_chart'
  return (
    <div className="widget-scroll">
      <BarList
        rows={shownRows}
        height={size.height}
        colourOf={
          isBars || field === 'severity' ? (_, index) => colours[index] ?? '--series-rest' : undefined
        }
        onPick={pick}
        hint={widgetTexts.searchValue}
        isWide={isBars}
      />
      <MoreRows count={rows.length - shownRows.length} />
    </div>
  )
}
