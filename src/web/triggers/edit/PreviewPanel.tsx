import { useMemo, useState } from 'react'
import { histogram } from '../../../charts/histogram.ts'
import { nameText } from '../../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { momentText } from '../../../charts/time-text.ts'
import type { Condition } from '../../../schema/condition.ts'
import { severities } from '../../../schema/event.ts'
import { errorText } from '../../api/api-error.ts'
import { isRunning } from '../../api/queries.ts'
import { Announcement } from '../../components/Announcement.tsx'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { SeverityBadge } from '../../components/SeverityBadge.tsx'
import { useNow } from '../../components/use-now.ts'
import { BarsOverTime } from '../../graphics/BarsOverTime.tsx'
import { severityColour } from '../../graphics/colours.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { truncateMessage } from '../../results/truncate-message.ts'
import { useZone } from '../../state/preferences.ts'
import { triggerEditorTexts as texts } from '../../texts/trigger-editor.ts'
import { timeRangeOf } from '../../time/range.ts'
import { useSettled } from '../../widgets/edit/use-settled.ts'
import { searchOfFilter } from '../search-of-filter.ts'

const series = severities.map((_, severity) => ({
  label: nameText('severity', severity),
  colour: severityColour({ name: severity, rest: false }),
}))
type Preset = keyof typeof texts.previewRanges
// The keys are the presets.
const presets = Object.keys(texts.previewRanges) as Preset[]
const days: Record<Preset, number> = { last_1_hours: 1 / 24, last_24_hours: 1, last_7_days: 7 }
const maxLatest = 5
const maxUnits = 240

/** How many events of the last time the filter matches, when, and the latest of them, while one edits it. */
export function PreviewPanel({ filter }: { filter: readonly Condition[] }) {
  const zone = useZone()
  const now = useNow(5)
  const [preset, setPreset] = useState<Preset>('last_24_hours')
  const settled = useSettled(filter)
  const params = {
    time_range: timeRangeOf({ preset }, zone),
    filter: settled.filter(({ op, value }) => op !== 'qp' || [value].flat().some(text => text !== '')),
  }
  const rate = useLiveQuery(
    { type: 'TopN', params: { ...params, field: 'severity', limit: 8, with_subperiods: true } },
    false,
  )
  const latest = useLiveQuery({ type: 'Search', params: { ...params, page_size: maxLatest } }, false)
  const stacks = useMemo(() => histogram(rate.answer?.results.details ?? []), [rate.answer])
  const totals = latest.answer?.results.totals
  const count = totals?.count ?? 0
  const repeated = totals?.occurrences ?? count
  const isKnown = latest.answer !== undefined && !latest.stale && !isRunning(latest.answer)
  const events = latest.answer?.results.events?.objects ?? []
  const text = texts.previewCount(count, exactNumber(count))

  return (
    <section className="trigger-card trigger-preview" aria-labelledby="trigger-preview">
      <header>
        <h2 id="trigger-preview">{texts.preview}</h2>
        <span className="grow" />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
        <div className="trigger-ranges" role="group" aria-label={texts.previewRange}>
          {presets.map(name => (
            <Button
              key={name}
              className="small"
              aria-pressed={preset === name}
              onClick={() => setPreset(name)}
            >
              {texts.previewRanges[name]}
            </Button>
          ))}
        </div>
      </header>
      {latest.error !== undefined ? (
        <p className="field-hint bad" role="alert">
          {texts.previewFailed(errorText(latest.error))}
        </p>
      ) : (
        <p className={isKnown ? 'trigger-count' : 'trigger-count stale'}>
          <b className="number">{totals === undefined ? texts.previewCounting : text}</b>
          {isKnown && repeated > count && (
            <span className="faint">{texts.previewRepeats(exactNumber(repeated))}</span>
          )}
          {isKnown && count > 0 && days[preset] > 1 && (
            <span className="faint">{texts.previewPerDay(shortNumber(Math.ceil(count / days[preset])))}</span>
          )}
        </p>
      )}
      <Announcement text={isKnown ? text : ''} />
      {isKnown && count === 0 && <p className="soft">{texts.previewNone}</p>}
      {count > 0 && (
        <BarsOverTime
          stacks={stacks}
          series={series}
          height={120}
          zone={zone}
          now={now}
          label={texts.previewChart}
        />
      )}
      {count > 0 && events.length > 0 && (
        <>
          <h3 className="trigger-subtitle">{texts.previewLatest}</h3>
          <ul className="trigger-latest">
            {events.map(event => (
              <li key={event._id}>
                <div className="trigger-latest-head">
                  <SeverityBadge severity={event.severity} />
                  <span className="number faint">{momentText(event.last_occurrence, zone)}</span>
                  <b>{printable(event.host)}</b>
                </div>
                <p className="mono">{printable(truncateMessage(event.message, maxUnits) ?? event.message)}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <a className="button small" href={searchOfFilter(settled, preset)} target="_blank" rel="noreferrer">
        <Icon name="open" size={13} /> {texts.previewSearch}
      </a>
    </section>
  )
}
