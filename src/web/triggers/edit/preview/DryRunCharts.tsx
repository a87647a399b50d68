import { useMemo } from 'react'
import type { Condition } from '../../../../schema/filter/condition.ts'
import type { TriggerDryRun } from '../../../../schema/triggers/trigger-dry-run.ts'
import { useNow } from '../../../components/use-now.ts'
import { BarsOverTime } from '../../../graphics/BarsOverTime.tsx'
import { useZone } from '../../../state/preferences.ts'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import { searchOfRange } from '../../links/search-of-filter.ts'

const matchSeries = [{ label: texts.previewMatches, colour: '--bar' }]
const fireSeries = [{ label: texts.previewFirings, colour: '--bar-warning' }]

interface Props {
  run: TriggerDryRun
  filter: readonly Condition[]
  hasCondition: boolean
}

/** Matches over time, and above them the firings of a condition. A bar opens a search for its events. */
export function DryRunCharts({ run, filter, hasCondition }: Props) {
  const zone = useZone()
  const now = useNow(30)
  const { series, step } = run
  const [matches, fires] = useMemo(
    () =>
      (['matches', 'fires'] as const).map(name =>
        series.map(point => ({ ts_from: point.at, ts_to: point.at + step, counts: [point[name]] })),
      ),
    [series, step],
  )
  const open = (from: number, to: number) => {
    window.open(searchOfRange(filter, from, to), '_blank', 'noopener')
  }
  return (
    <>
      {hasCondition && run.fires > 0 && (
        <>
          <h3 className="trigger-subtitle">{texts.previewFirings}</h3>
          <BarsOverTime
            stacks={fires ?? []}
            series={fireSeries}
            height={96}
            zone={zone}
            now={now}
            label={texts.previewFireChart}
            onPick={open}
          />
          <h3 className="trigger-subtitle">{texts.previewMatches}</h3>
        </>
      )}
      <BarsOverTime
        stacks={matches ?? []}
        series={matchSeries}
        height={hasCondition ? 84 : 120}
        zone={zone}
        now={now}
        label={texts.previewMatchChart}
        onPick={open}
      />
    </>
  )
}
