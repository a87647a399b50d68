import { useId, useState } from 'react'
import { exactNumber, shareText, shortNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { PatternValue } from '../../schema/query/patterns.ts'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { SeverityBadge } from '../components/SeverityBadge.tsx'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { patternTexts } from '../texts/search/patterns.ts'
import { displayedParts } from './displayed-parts.ts'
import { growthOf } from './growth.ts'
import { PatternExamples } from './PatternExamples.tsx'
import { withPattern } from './pattern-pills.ts'
import { Sparkline } from './Sparkline.tsx'

interface Props {
  value: PatternValue
  /** Occurrences of all messages. */
  total: number
  /** Whether there was anything in the previous period. */
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
        {severity !== undefined && <SeverityBadge severity={severity} />}
      </span>
      <span
        className="patterns-count number"
        title={`${exactNumber(count)}. ${patternTexts.share(shareText(share))}`}
      >
        <b>{shortNumber(count)}</b>
        <span className="faint">{shareText(share)}</span>
        <span className="patterns-track">
          <span style={{ width: `${Math.max(1, share * 100)}%` }} />
        </span>
      </span>
      <span className="patterns-change">{hasBefore && <Change value={value} />}</span>
      {counts ? (
        <Sparkline counts={counts} label={patternTexts.trend(counts.map(shortNumber).join(', '))} />
      ) : (
        <span className="patterns-trend" />
      )}
      <button
        type="button"
        className="patterns-open"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'down' : 'right'} size={12} />
        <PatternText pattern={pattern} />
      </button>
      <span
        className="patterns-programs soft one-line"
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

function Change({ value: { count, count_before: before, is_new: isNew } }: { value: PatternValue }) {
  if (before === undefined) return null
  if (isNew) return <span className="patterns-new">{patternTexts.isNew}</span>
  const growth = growthOf(count, before)
  return (
    growth && (
      <span
        className={growth.isStrong ? 'patterns-growth strong number' : 'patterns-growth number'}
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
          <span key={index} className="patterns-chip" title={patternTexts.chips[chip]}>
            {chip}
          </span>
        ) : (
          printable(text)
        ),
      )}
    </span>
  )
}
