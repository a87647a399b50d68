import type { RefObject } from 'react'
import { spanText } from '../../charts/time-text.ts'
import type { Range } from '../../time/range.ts'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { lazyComponent } from '../state/lazy-part.ts'
import { useZone } from '../state/preferences.ts'
import { endsOf } from './range-steps.ts'
import { rangeText } from './range-text.ts'
import { rememberRange } from './recent-ranges.ts'
import { shortZoneText, zoneText } from './zone-text.ts'
import './time.css'

const TimePanel = lazyComponent(
  async () => (await import('./TimePanel.tsx')).TimePanel,
  <div className="time-panel" />,
)

interface Props {
  range: Range
  buttonRef?: RefObject<HTMLButtonElement | null>
  onChange: (range: Range) => void
}

/** The button that names the time range and its zone, and opens the panel to choose another. */
export function TimePicker({ range, buttonRef, onChange }: Props) {
  const zone = useZone()
  const now = Date.now() / 1000
  const { from, to } = endsOf(range, zone, now)
  return (
    <MenuButton
      buttonRef={buttonRef}
      className="button time-button"
      alignRight
      content={
        <>
          <Icon name="clock" />
          <span className="time-text" title={`${spanText(from, to, zone)}, ${zoneText(zone, now)}`}>
            {rangeText(range, zone)}
          </span>
          <span className="time-zone-name small-text faint">{shortZoneText(zone)}</span>
          <Icon name="down" size={12} />
        </>
      }
    >
      {close => (
        <TimePanel
          range={range}
          onChoose={chosen => {
            close()
            rememberRange(chosen)
            onChange(chosen)
          }}
        />
      )}
    </MenuButton>
  )
}
