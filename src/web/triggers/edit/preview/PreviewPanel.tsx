import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { exactNumber, shortNumber } from '../../../../charts/number-text.ts'
import { printable } from '../../../../charts/printable.ts'
import { elapsedText, momentText } from '../../../../charts/time-text.ts'
import type { FilterPart } from '../../../../schema/filter/condition.ts'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import type { TriggerContent } from '../../../../schema/triggers/trigger.ts'
import type { TriggerCondition } from '../../../../schema/triggers/trigger-condition.ts'
import type { TriggerDryRun } from '../../../../schema/triggers/trigger-dry-run.ts'
import { errorText } from '../../../api/http/api-error.ts'
import { dryRunTrigger, triggersKey } from '../../../api/triggers.ts'
import { Announcement } from '../../../components/Announcement.tsx'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Severity } from '../../../components/Severity.tsx'
import { useNow } from '../../../components/use-now.ts'
import { BarsOverTime } from '../../../graphics/BarsOverTime.tsx'
import { useZone } from '../../../state/preferences.ts'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import { triggerTexts } from '../../../texts/triggers/triggers.ts'
import { useSettled } from '../../../widgets/edit/use-settled.ts'
import { conditionText } from '../../links/describe.ts'
import { searchOfFilter, searchOfRange } from '../../links/search-of-filter.ts'
import { actionIcons } from '../../list/ActionIcons.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { quieterConditions } from './quieter-conditions.ts'

// The keys are the choices.
const choices = Object.keys(texts.previewRanges).map(Number) as (keyof typeof texts.previewRanges)[]
const presets = { 1: 'last_24_hours', 7: 'last_7_days', 30: 'last_30_days' } as const
const staleMs = 60_000

interface PreviewProps {
  draft: TriggerContent
  /** The user has chosen a condition that fires less often. */
  onCondition: (condition: TriggerCondition) => void
}

/** What the trigger would have done in the last 1, 7 or 30 days: a dry run of the service for each change. */
export function PreviewPanel({ draft, onCondition }: PreviewProps) {
  const [days, setDays] = useState<(typeof choices)[number]>(1)
  const settled = useSettled(draft)
  // A change of the name or of these texts does not change the result, so it does not start a dry run.
  const { name: _, send_email_template, send_webhook_template, note_text, ...counted } = settled
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: [triggersKey, 'dry-run', counted, days],
    queryFn: ({ signal }) => dryRunTrigger(settled, days, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: staleMs,
    refetchOnWindowFocus: false,
  })
  const isOld = isPlaceholderData || isFetching || settled !== draft
  const shown = error === null ? data : undefined
  return (
    <>
      <section
        className="trigger-card trigger-preview card"
        aria-labelledby="trigger-preview"
        aria-busy={isOld}
      >
        <header>
          <h2 id="trigger-preview">{texts.preview}</h2>
          <span className="grow" />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
          <div className="row gap-4" role="group" aria-label={texts.previewRange}>
            {choices.map(choice => (
              <Button
                key={choice}
                className="small"
                aria-pressed={days === choice}
                onClick={() => setDays(choice)}
              >
                {texts.previewRanges[choice]}
              </Button>
            ))}
          </div>
        </header>
        {error !== null && (
          <p className="field-hint bad" role="alert">
            {texts.previewFailed(errorText(error))}
          </p>
        )}
        {error === null && !shown && <p className="trigger-count stale">{texts.previewCounting}</p>}
        {shown && (
          <>
            <Headline run={shown} days={days} hasCondition={settled.condition !== null} isOld={isOld} />
            <Announcement text={isOld ? '' : headlineText(shown, settled.condition !== null)} />
            {settled.condition === null && (
              <QuieterConditions run={shown} days={days} onChoose={onCondition} />
            )}
            {shown.matches === 0 ? (
              <p className="soft">{texts.previewNone}</p>
            ) : (
              <>
                <DryRunCharts run={shown} filter={settled.filter} hasCondition={settled.condition !== null} />
                <DryRunActions run={shown} />
                <DryRunFirings run={shown} />
                <DryRunHosts run={shown} />
                <DryRunEvents run={shown} />
              </>
            )}
            {!shown.complete && <p className="trigger-remark warning-text">{texts.previewIncomplete}</p>}
            {shown.notes.map(note => (
              <p key={note} className="trigger-remark small-text faint">
                {printable(note)}
              </p>
            ))}
            <footer>
              <a
                className="button small"
                href={searchOfFilter(settled.filter, presets[days])}
                target="_blank"
                rel="noreferrer"
              >
                <Icon name="open" size={13} /> {texts.previewSearch}
              </a>
              <span className="faint">{texts.previewTook(elapsedText(shown.took_ms))}</span>
            </footer>
          </>
        )}
      </section>
      {shown && <MessagePreview draft={settled} events={shown.samples} />}
    </>
  )
}

interface QuieterProps {
  run: TriggerDryRun
  days: number
  onChoose: (condition: TriggerCondition) => void
}

/** Offers conditions to a trigger that fires for each event, more often than people read messages. */
function QuieterConditions({ run, days, onChoose }: QuieterProps) {
  const quieter = quieterConditions(run, days)
  if (quieter === undefined) return null
  return (
    <div className="trigger-remark">
      <p className="warning-text">{texts.previewTooOften}</p>
      {[quieter.total, quieter.forEachHost].map(condition => (
        <Button key={conditionText(condition)} className="small" onClick={() => onChoose(condition)}>
          {conditionText(condition)}
        </Button>
      ))}
    </div>
  )
}

interface HeadlineProps {
  run: TriggerDryRun
  days: keyof typeof texts.previewIn
  hasCondition: boolean
  isOld: boolean
}

/** The number of firings, or of matches for a trigger that fires for each. */
function Headline({ run, days, hasCondition, isOld }: HeadlineProps) {
  const count = hasCondition ? run.fires : run.matches
  return (
    <p className={isOld ? 'trigger-count stale' : 'trigger-count'}>
      <b className="number">{headlineText(run, hasCondition)}</b>
      <span className="soft">{texts.previewIn[days]}</span>
      {hasCondition && run.matches > 0 && (
        <span className="faint">{texts.previewFrom(run.matches, exactNumber(run.matches))}</span>
      )}
      {days > 1 && count > days && (
        <span className="faint">{texts.previewPerDay(shortNumber(Math.ceil(count / days)))}</span>
      )}
    </p>
  )
}

function headlineText({ fires, matches }: TriggerDryRun, hasCondition: boolean): string {
  return hasCondition
    ? texts.previewFires(fires, exactNumber(fires))
    : texts.previewCount(matches, exactNumber(matches))
}

const matchSeries = [{ label: texts.previewMatches, colour: '--bar' }]
const fireSeries = [{ label: texts.previewFirings, colour: '--bar-warning' }]

interface Props {
  run: TriggerDryRun
  filter: readonly FilterPart[]
  hasCondition: boolean
}

/** Matches over time, and above them the firings of a condition. A bar opens a search for its events. */
function DryRunCharts({ run, filter, hasCondition }: Props) {
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
          <h3 className="trigger-subtitle small-text soft">{texts.previewFirings}</h3>
          <BarsOverTime
            stacks={fires ?? []}
            series={fireSeries}
            height={96}
            zone={zone}
            now={now}
            label={texts.previewFireChart}
            onPick={open}
          />
          <h3 className="trigger-subtitle small-text soft">{texts.previewMatches}</h3>
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

const maxMessageLength = 240
/** Maximum rows of each list. */
const maxShown = 5

/** The number of mails, webhooks and so on that would have been sent, after rate limits. */
function DryRunActions({ run: { actions } }: { run: TriggerDryRun }) {
  if (actions.length === 0) return null
  return (
    <>
      <h3 className="trigger-subtitle small-text soft">{texts.previewActions}</h3>
      <ul className="trigger-tally">
        {actions.map(({ kind, count }) => (
          <li key={kind} title={exactNumber(count)}>
            <Icon name={actionIcons[kind]} size={13} />
            {texts.previewAction(triggerTexts.actionNames[kind], `×${shortNumber(count)}`)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** When a condition would have come true, and for which group and value. */
function DryRunFirings({ run: { firings } }: { run: TriggerDryRun }) {
  const zone = useZone()
  if (firings.length === 0) return null
  return (
    <>
      <h3 className="trigger-subtitle small-text soft">{texts.previewLastFirings}</h3>
      <ul className="trigger-firings">
        {firings.slice(0, maxShown).map(({ at, key, value, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal in every member
          <li key={index}>
            <time className="number faint">{momentText(at, zone)}</time>
            {key !== '' && <b>{printable(key)}</b>}
            {value !== '' && value !== key && <span>{printable(value)}</span>}
            {count > 0 && <span className="faint">{texts.previewFiring(count, exactNumber(count))}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Hosts with the most matches. */
function DryRunHosts({ run: { top_hosts } }: { run: TriggerDryRun }) {
  if (top_hosts.length < 2) return null
  return (
    <>
      <h3 className="trigger-subtitle small-text soft">{texts.previewTop}</h3>
      <ul className="trigger-tally">
        {top_hosts.slice(0, maxShown).map(({ host, count }) => (
          <li key={host} title={exactNumber(count)}>
            {printable(host)} <span className="number faint">{shortNumber(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The newest events that match. */
function DryRunEvents({ run: { samples } }: { run: TriggerDryRun }) {
  const zone = useZone()
  if (samples.length === 0) return null
  return (
    <>
      <h3 className="trigger-subtitle small-text soft">{texts.previewLatest}</h3>
      <ul className="trigger-latest">
        {samples.slice(0, maxShown).map(event => (
          <li key={event._id}>
            <div className="trigger-latest-head wrap-row small-text">
              <Severity severity={event.severity} isShort />
              <span className="number faint">{momentText(event.last_occurrence, zone)}</span>
              <b>{printable(event.host)}</b>
            </div>
            <p className="mono">{printable(truncateText(event.message, maxMessageLength))}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
