import { type RefObject, useEffect, useRef } from 'react'
import type { Range } from '../../time/range.ts'
import { MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { useNow } from '../components/use-now.ts'
import { useZone } from '../state/preferences.ts'
import { timeTexts } from '../texts/time.ts'
import { canShiftLater, shifted, upToNow, widened } from './range-steps.ts'
import { rangeText } from './range-text.ts'
import { TimePicker } from './TimePicker.tsx'
import './time.css'

interface Props {
  range: Range
  onChange: (range: Range) => void
  /** The button that opens the picker, for the key `t`. */
  buttonRef?: RefObject<HTMLButtonElement | null>
  /** Refreshing of a page that is not live. */
  refresh?: Refresh
}

/**
 * The time range of a page: the picker, and buttons that shift the range by its own length, widen it, or move
 * it up to now. With `refresh` also the refresh interval.
 */
export function TimeBar({ range, onChange, buttonRef, refresh }: Props) {
  const zone = useZone()
  const now = useNow(30)
  const text = rangeText(range, zone)
  // `now` may be up to 30 seconds old at a click.
  const clickTime = () => Date.now() / 1000
  return (
    <fieldset className="time-bar row" aria-label={timeTexts.bar}>
      <IconButton
        icon="left"
        label={timeTexts.earlier(text)}
        title={timeTexts.earlierShort}
        large
        onClick={() => onChange(shifted(range, -1, zone, clickTime()))}
      />
      <TimePicker range={range} onChange={onChange} {...(buttonRef && { buttonRef })} />
      <IconButton
        icon="right"
        label={timeTexts.later(text)}
        title={timeTexts.laterShort}
        large
        disabled={!canShiftLater(range, now)}
        onClick={() => onChange(shifted(range, 1, zone, clickTime()))}
      />
      <span className="time-extra">
        <IconButton
          icon="zoomOut"
          label={timeTexts.zoomOut}
          large
          onClick={() => onChange(widened(range, zone, clickTime()))}
        />
        {'from' in range && (
          <button
            type="button"
            className="button quiet"
            title={timeTexts.nowTitle}
            onClick={() => onChange(upToNow(range, zone, clickTime()))}
          >
            {timeTexts.now}
          </button>
        )}
      </span>
      {refresh && <RefreshMenu {...refresh} />}
    </fieldset>
  )
}

interface Refresh {
  /** The interval; 0: manual. */
  seconds: number
  onChange: (seconds: number) => void
  onRefresh: () => void
}

/** Offered intervals, in seconds. */
const refreshIntervals: readonly number[] = [0, 5, 10, 30, 60, 300]

/** Refreshes now, and chooses how often the page refreshes on its own. */
function RefreshMenu({ seconds, onChange, onRefresh }: Refresh) {
  useInterval(seconds, onRefresh)
  const text = seconds > 0 ? intervalText(seconds) : undefined
  return (
    <span className="refresh">
      <IconButton icon="refresh" label={timeTexts.refresh} large onClick={onRefresh} />
      <MenuButton
        menu
        alignRight
        className="button quiet small"
        label={
          text === undefined
            ? timeTexts.refreshEvery
            : `${timeTexts.refreshEvery}: ${timeTexts.refreshing(text)}`
        }
        content={
          <>
            {text !== undefined && <span className="number">{text}</span>}
            <Icon name="down" size={12} />
          </>
        }
      >
        {refreshIntervals.map(choice => (
          <MenuItem key={choice} aria-current={choice === seconds} onClick={() => onChange(choice)}>
            {choice === 0 ? timeTexts.refreshOffLong : intervalText(choice)}
          </MenuItem>
        ))}
      </MenuButton>
    </span>
  )
}

function intervalText(seconds: number): string {
  return seconds < 60 ? timeTexts.everySeconds(seconds) : timeTexts.everyMinutes(seconds / 60)
}

/**
 * Calls `act` every `seconds` (0: never) while the page is visible, and at once when it becomes visible after
 * a missed call.
 */
function useInterval(seconds: number, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (seconds <= 0) return
    let hasMissed = false
    const call = () => {
      hasMissed = document.hidden
      if (!hasMissed) latest.current()
    }
    const onVisible = () => {
      if (hasMissed) call()
    }
    const timer = setInterval(call, seconds * 1000)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [seconds])
}
