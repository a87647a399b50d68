import { useMemo } from 'react'
import { shortNumber } from '../../../charts/number-text.ts'
import { rankedRows } from '../../../charts/ranking.ts'
import { BarList } from '../../graphics/BarList.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { ContentProps } from './content-props.ts'
import { Figures } from './Figures.tsx'
import { shortLabel } from './short-label.ts'

const numericNames = ['min', 'avg', 'p50', 'p95', 'p99', 'max'] as const
/** The names that a narrower widget has space for. */
const narrowNumericNames = ['min', 'avg', 'max'] as const
const minWidthForAllNamesPx = 300

/** The most frequent values of a field, below statistics of its numbers if it has any. */
export function FieldContent({ answer, links, size }: ContentProps<'FieldStats'>) {
  const field = String(answer.params.field ?? 'host')
  const { totals } = answer.results
  const { numeric } = totals
  const rows = useMemo(
    () => rankedRows(field, totals, false).map(row => ({ ...row, label: shortLabel(row.label) })),
    [field, totals],
  )
  const into = links.into
  const names = size.width < minWidthForAllNamesPx ? narrowNumericNames : numericNames
  return (
    <div className="widget-scroll">
      {numeric && (
        <Figures
          figures={names.map(name => ({ name: widgetTexts.numeric[name], text: shortNumber(numeric[name]) }))}
        />
      )}
      <BarList
        rows={rows}
        onPick={into && (row => into({ field, value: row.name }))}
        hint={widgetTexts.searchValue}
      />
    </div>
  )
}
