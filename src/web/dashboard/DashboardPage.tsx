import { useMemo } from 'react'
import type { Pill } from '../search/pill.ts'
import { navigate, useLocation } from '../state/location.ts'
import { defaultRange, presetText, type Range, rangeKey, readRange } from '../time/range.ts'
import { TimePicker } from '../time/TimePicker.tsx'
import { LastWidget } from './LastWidget.tsx'
import { RateWidget } from './RateWidget.tsx'
import { StreamWidget } from './StreamWidget.tsx'
import { TopOverTimeWidget } from './TopOverTimeWidget.tsx'
import { TopWidget } from './TopWidget.tsx'

const quick = [
  ['last_15_minutes', '15 min'],
  ['last_1_hours', '1 h'],
  ['last_24_hours', '24 h'],
  ['last_7_days', '7 d'],
] as const
const errors: Pill[] = [{ field: 'severity', op: 'le', values: ['3'], off: false }]

/** What is going on, at a glance: every widget is a query that the service keeps current. */
export function DashboardPage() {
  const { query } = useLocation()
  const range = useMemo(
    () => readRange(new URLSearchParams(query).get('range') ?? '') ?? defaultRange,
    [query],
  )
  const choose = (chosen: Range) =>
    navigate(
      rangeKey(chosen) === rangeKey(defaultRange) ? '/dashboard' : `/dashboard?range=${rangeKey(chosen)}`,
    )
  return (
    <main className="page dashboard">
      <header className="dashboard-bar">
        <h1>Overview</h1>
        <span className="grow" />
        <div className="quick">
          {quick.map(([preset, text]) => (
            <button
              type="button"
              key={preset}
              className="button quiet small"
              aria-pressed={'preset' in range && range.preset === preset}
              title={presetText(preset)}
              onClick={() => choose({ preset })}
            >
              {text}
            </button>
          ))}
        </div>
        <TimePicker range={range} onChange={choose} />
      </header>
      <div className="grid-6">
        <RateWidget title="Events" span={4} range={range} height={168} />
        <TopWidget title="Severities" span={2} range={range} field="severity" limit={8} view="donut" />
        <RateWidget
          title="Errors and worse"
          span={2}
          range={range}
          pills={errors}
          colour="--bar-error"
          height={186}
        />
        <TopWidget title="Busiest hosts" span={2} range={range} field="host" limit={6} view="donut" />
        <TopWidget title="Programs" span={2} range={range} field="program" limit={7} view="bars" />
        <TopOverTimeWidget
          title="Programs over time"
          span={4}
          range={range}
          field="program"
          limit={6}
          height={196}
        />
        <LastWidget title="Heard last" span={2} range={range} field="host" limit={8} />
        <StreamWidget title="As it happens" span={6} range={range} limit={20} />
      </div>
    </main>
  )
}
