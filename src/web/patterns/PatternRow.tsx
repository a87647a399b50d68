import { useId, useState } from 'react'
import { exactNumber, shareText, shortNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { PatternValue } from '../../schema/query/patterns.ts'
import { errorText } from '../api/http/api-error.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Severity } from '../components/Severity.tsx'
import { copyText } from '../components/toast.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { patternTexts } from '../texts/search/patterns.ts'
import { displayedParts } from './displayed-parts.ts'
import { withPattern } from './pattern-pills.ts'
import { examplesRequest } from './patterns-request.ts'
import { growthOf, sumNeighbours } from './trend.ts'

/** Size of the chart of a trend, in pixels. */
const trendWidth = 96
const trendHeight = 22
const maxBars = 32
/** Pixels: keeps the smallest counts visible. */
const minBarHeight = 1.5

interface Props {
  value: PatternValue
  /** Occurrences of all messages. */
  total: number
  /** Whether the previous period has events. */
  hasBefore: boolean
  control: SearchControl
}

/** A pattern with its count, trend and change. Its text opens examples. */
export function PatternRow({ value, total, hasBefore, control }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { state, change } = control
  const { pattern, count, severity, programs = [], counts } = value
  const share = total > 0 ? count / total : 0
  const search = () => change({ pills: withPattern(state.pills, '|>', pattern), view: 'events' })
  return (
    <li className={isOpen ? 'patterns-row open' : 'patterns-row'}>
      <span className="patterns-severity">
        {severity !== undefined && <Severity severity={severity} isShort />}
      </span>
      <span
        className="patterns-count number"
        title={`${exactNumber(count)}. ${patternTexts.share(shareText(share))}`}
      >
        <b>{shortNumber(count)}</b>
        <span className="faint">{shareText(share)}</span>
        <span className="patterns-track track">
          <span style={{ width: `${Math.max(1, share * 100)}%` }} />
        </span>
      </span>
      <span className="patterns-change">{hasBefore && <Change value={value} />}</span>
      {counts ? (
        <TrendBars counts={counts} label={patternTexts.trend(counts.map(shortNumber).join(', '))} />
      ) : (
        <span className="patterns-trend" />
      )}
      <button
        type="button"
        className="patterns-open row faint-icons"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'right'} size={12} />
        <PatternText pattern={pattern} />
      </button>
      <span
        className="patterns-programs small-text soft one-line"
        title={programs.map(({ name }) => printable(name)).join(', ')}
      >
        {programs[0] && printable(programs[0].name)}
        {programs.length > 1 && patternTexts.others(programs.length - 1)}
      </span>
      <span className="patterns-actions">
        <IconButton icon="search" iconSize={14} label={patternTexts.search} onClick={search} />
        <IconButton
          icon="minus"
          iconSize={14}
          label={patternTexts.exclude}
          onClick={() => change({ pills: withPattern(state.pills, '!>', pattern) })}
        />
      </span>
      <div id={id} className="patterns-examples" hidden={!isOpen}>
        {isOpen && <PatternExamples value={value} control={control} onSearch={search} />}
      </div>
    </li>
  )
}

/** How the count has changed since the previous period, or that the pattern is new. */
function Change({ value: { count, count_before: before, is_new: isNew } }: { value: PatternValue }) {
  if (before === undefined) return null
  if (isNew) return <span className="patterns-new">{patternTexts.isNew}</span>
  const growth = growthOf(count, before)
  return (
    growth && (
      <span
        className={
          growth.isStrong
            ? 'patterns-growth small-text faint strong number'
            : 'patterns-growth small-text faint number'
        }
        title={patternTexts.before(before)}
      >
        {growth.text}
      </span>
    )
  )
}

/** A pattern: its text, with the variable parts as quiet chips. */
function PatternText({ pattern }: { pattern: string }) {
  return (
    <span className="patterns-text">
      {displayedParts(pattern).map(({ text, chip }, index) =>
        chip ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <span key={index} className="badge" title={patternTexts.chips[chip]}>
            {chip}
          </span>
        ) : (
          printable(text)
        ),
      )}
    </span>
  )
}

interface PatternExamplesProps {
  value: PatternValue
  control: SearchControl
  onSearch: () => void
}

/** The newest messages of a pattern, with the values of its placeholders. */
function PatternExamples({ value, control, onSearch }: PatternExamplesProps) {
  const zone = useZone()
  const { pattern, example, first_seen: first, last_seen: last } = value
  const query = useLiveQuery(examplesRequest(control.state, zone, pattern), false)
  const events = query.answer?.results.events?.objects
  const failure = query.error ?? query.answer?.error
  return (
    <>
      {first !== undefined && last !== undefined && (
        <p className="faint">{patternTexts.seen(momentText(first, zone), momentText(last, zone))}</p>
      )}
      {events ? (
        <ul>
          {events.map(event => (
            <li key={event._id}>
              <time className="number faint">{momentText(event.last_occurrence, zone)}</time>
              <span className="soft">{printable(event.host)}</span>
              <span className="patterns-message">{printable(event.message, true)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <>
          {example !== undefined && <p className="patterns-message">{printable(example, true)}</p>}
          <p className="faint" role="status">
            {failure === undefined ? patternTexts.loadingExamples : errorText(failure)}
          </p>
        </>
      )}
      <p className="patterns-buttons wrap-row gap-6">
        <Button className="small" onClick={onSearch}>
          <Icon name="search" size={13} /> {patternTexts.all}
        </Button>
        <Button className="quiet small" onClick={() => void copyText(pattern)}>
          <Icon name="copy" size={13} /> {patternTexts.copy}
        </Button>
      </p>
    </>
  )
}

/** Counts over time as small bars. The last period may be incomplete. */
function TrendBars({ counts, label }: { counts: readonly number[]; label: string }) {
  const bars = sumNeighbours(counts, maxBars)
  const largest = Math.max(1, ...bars)
  const step = trendWidth / Math.max(1, bars.length)
  return (
    <svg className="patterns-trend" width={trendWidth} height={trendHeight} role="img" aria-label={label}>
      {bars.map((count, index) => {
        const size = count === 0 ? 0 : Math.max(minBarHeight, (count / largest) * trendHeight)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
            key={index}
            x={index * step}
            width={Math.max(1, step - 1)}
            y={trendHeight - size}
            height={size}
          />
        )
      })}
    </svg>
  )
}
