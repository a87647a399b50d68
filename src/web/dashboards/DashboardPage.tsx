import { useMemo } from 'react'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { openReportDialog } from '../reports/report-dialog-input.ts'
import { navigate, useLocation } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { defaultRange, presetText, type Range, rangeKey, readRange, timeRangeOf } from '../time/range.ts'
import { TimePicker } from '../time/TimePicker.tsx'
import { LastWidget } from './LastWidget.tsx'
import { type OverviewWidget, overview, overviewDraft } from './overview.ts'
import { RateWidget } from './RateWidget.tsx'
import { StreamWidget } from './StreamWidget.tsx'
import { TopOverTimeWidget } from './TopOverTimeWidget.tsx'
import { TopWidget } from './TopWidget.tsx'

const quickRanges = [
  ['last_15_minutes', '15 min'],
  ['last_1_hours', '1 h'],
  ['last_24_hours', '24 h'],
  ['last_7_days', '7 d'],
] as const
/** Title of the dashboard that reports of the overview are made of. */
const savedTitle = 'Overview page'

/** The overview. Each widget is a query that the service keeps current. */
export function DashboardPage() {
  const { query } = useLocation()
  const range = useMemo(
    () => readRange(new URLSearchParams(query).get('range') ?? '') ?? defaultRange,
    [query],
  )
  const zone = useZone()
  const mayReport = useHasPermission('reports')
  const report = () => {
    const draft = overviewDraft(savedTitle, range, zone)
    openReportDialog({ title: 'Overview', dashboard: { draft, timeRange: timeRangeOf(range, zone) } })
  }
  const choose = (chosen: Range) =>
    navigate(
      rangeKey(chosen) === rangeKey(defaultRange) ? '/dashboards' : `/dashboards?range=${rangeKey(chosen)}`,
    )
  return (
    <main className="page dashboard">
      <header className="page-bar">
        <h1>Overview</h1>
        <span className="grow" />
        <div className="quick">
          {quickRanges.map(([preset, text]) => (
            <Button
              key={preset}
              className="quiet small"
              aria-pressed={'preset' in range && range.preset === preset}
              title={presetText(preset)}
              onClick={() => choose({ preset })}
            >
              {text}
            </Button>
          ))}
        </div>
        <TimePicker range={range} onChange={choose} />
        {mayReport && (
          <Button
            aria-label="Create report of this page"
            title="This page as a file, now or on a schedule"
            onClick={report}
          >
            <Icon name="download" size={14} /> <span className="wide">Report</span>
          </Button>
        )}
      </header>
      <div className="grid-6">
        {overview.map(widget => (
          <Widget key={widget.title} widget={widget} range={range} />
        ))}
      </div>
    </main>
  )
}

function Widget({ widget, range }: { widget: OverviewWidget; range: Range }) {
  switch (widget.kind) {
    case 'rate':
      return <RateWidget {...widget} range={range} />
    case 'top':
      return <TopWidget {...widget} range={range} />
    case 'top-over-time':
      return <TopOverTimeWidget {...widget} range={range} />
    case 'last':
      return <LastWidget {...widget} range={range} />
    case 'stream':
      return <StreamWidget {...widget} range={range} />
  }
}
