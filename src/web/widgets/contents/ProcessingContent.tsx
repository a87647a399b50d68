import { useMemo } from 'react'
import { exactNumber, shareText, shortNumber } from '../../../charts/number-text.ts'
import { useNow } from '../../components/use-now.ts'
import { BarsOverTime } from '../../graphics/BarsOverTime.tsx'
import { slotColour } from '../../graphics/colours.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import { ChartWithLegend } from './ChartWithLegend.tsx'
import type { ContentProps } from './content-props.ts'
import { Figures } from './Figures.tsx'

/** The outcomes of received events, in the order of the counts below. */
const series = [
  { label: widgetTexts.newEvents, colour: slotColour(0) },
  { label: widgetTexts.duplicates, colour: slotColour(1) },
  { label: widgetTexts.outOfTime, colour: slotColour(3) },
]

/** Received events, by outcome and time of receipt. */
export function ProcessingContent({ title, answer, size, zone, links }: ContentProps<'ProcessingStats'>) {
  const now = useNow(5)
  const { totals, details } = answer.results
  const stacks = useMemo(
    () => details.map(period => ({ ...period, counts: [period.new, period.duplicates, period.oot] })),
    [details],
  )
  const counts = [totals.new, totals.duplicates, totals.oot]
  const items = series.map((item, index) => ({ ...item, text: shortNumber(counts[index] ?? 0) }))
  return (
    <ChartWithLegend items={items} hint={widgetTexts.searchHint} size={size}>
      {({ height }) => (
        <BarsOverTime
          stacks={stacks}
          series={series}
          height={height}
          zone={zone}
          now={now}
          label={title}
          onPick={links.intoPeriod}
        />
      )}
    </ChartWithLegend>
  )
}

/** Stored events in the range and overall, each divided into new events and duplicates. */
export function StorageContent({ answer }: ContentProps<'StorageStats'>) {
  const { totals, all_time } = answer.results
  const rows = [
    { name: widgetTexts.stored, ...totals },
    { name: widgetTexts.storedEver, ...all_time },
  ]
  return (
    <div className="widget-scroll storage-stats">
      {rows.map(({ name, total, new: newCount, duplicates }) => (
        <section key={name}>
          <h3>{name}</h3>
          <Figures
            figures={[
              { name: widgetTexts.count, text: exactNumber(total), isStrong: true },
              { name: widgetTexts.newEvents, text: exactNumber(newCount) },
              {
                name: widgetTexts.duplicates,
                text: exactNumber(duplicates),
                unit: ` ${shareText(total > 0 ? duplicates / total : 0)}`,
              },
            ]}
          />
          <div className="share-bar track">
            <span style={{ width: `${total > 0 ? (newCount / total) * 100 : 0}%` }} />
          </div>
        </section>
      ))}
    </div>
  )
}
