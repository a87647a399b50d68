import { useEffect, useRef } from 'react'
import { MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { timeTexts } from '../texts/time.ts'

export interface Refresh {
  /** The interval; 0: manual. */
  seconds: number
  onChange: (seconds: number) => void
  onRefresh: () => void
}

/** Offered intervals, in seconds. */
const refreshIntervals: readonly number[] = [0, 5, 10, 30, 60, 300]

/** Refreshes now, and chooses how often the page refreshes on its own. */
export function RefreshMenu({ seconds, onChange, onRefresh }: Refresh) {
  useInterval(seconds, onRefresh)
  const text = intervalText(seconds)
  return (
    <span className="refresh">
      <IconButton icon="refresh" label={timeTexts.refresh} large onClick={onRefresh} />
      <MenuButton
        menu
        alignRight
        className="button quiet small"
        label={
          seconds === 0 ? timeTexts.refreshEvery : `${timeTexts.refreshEvery}: ${timeTexts.refreshing(text)}`
        }
        content={
          <>
            {seconds > 0 && <span className="number">{text}</span>}
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
  if (seconds === 0) return timeTexts.refreshOff
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
