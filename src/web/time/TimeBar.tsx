import type { RefObject } from 'react'
import type { Range } from '../../time/range.ts'
import { IconButton } from '../components/IconButton.tsx'
import { useNow } from '../components/use-now.ts'
import { useZone } from '../state/preferences.ts'
import { timeTexts } from '../texts/time.ts'
import { type Refresh, RefreshMenu } from './RefreshMenu.tsx'
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

/** The time range of a page: picker, steps by its own length, wider, up to now, and the refresh interval. */
export function TimeBar({ range, onChange, buttonRef, refresh }: Props) {
  const zone = useZone()
  const now = useNow(30)
  const text = rangeText(range, zone)
  // The time of the click, not of the last rendering.
  const seconds = () => Date.now() / 1000
  return (
    <fieldset className="time-bar" aria-label={timeTexts.bar}>
      <IconButton
        icon="left"
        label={timeTexts.earlier(text)}
        title={timeTexts.earlierShort}
        large
        onClick={() => onChange(shifted(range, -1, zone, seconds()))}
      />
      <TimePicker range={range} onChange={onChange} {...(buttonRef && { buttonRef })} />
      <IconButton
        icon="right"
        label={timeTexts.later(text)}
        title={timeTexts.laterShort}
        large
        disabled={!canShiftLater(range, zone, now)}
        onClick={() => onChange(shifted(range, 1, zone, seconds()))}
      />
      <span className="time-extra">
        <IconButton
          icon="zoomOut"
          label={timeTexts.zoomOut}
          large
          onClick={() => onChange(widened(range, zone, seconds()))}
        />
        {'from' in range && (
          <button
            type="button"
            className="button quiet"
            title={timeTexts.nowTitle}
            onClick={() => onChange(upToNow(range, zone, seconds()))}
          >
            {timeTexts.now}
          </button>
        )}
      </span>
      {refresh && <RefreshMenu {...refresh} />}
    </fieldset>
  )
}
