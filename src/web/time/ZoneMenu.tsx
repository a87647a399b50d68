import { useState } from 'react'
import { MenuItem } from '../components/Button.tsx'
import { SearchInput } from '../components/forms/SearchInput.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import {
  browserZone,
  browserZoneName,
  setPreferences,
  usePreferences,
  zoneOfPreference,
} from '../state/preferences.ts'
import { timeTexts } from '../texts/time.ts'
import { allZones, findZones, shortZoneText, zoneText } from './zone-text.ts'
import './time.css'

/** Maximum zones in the list of a search. */
const maxFound = 40

interface Props {
  className: string
  /** Shows the full name instead of a short one. */
  named?: boolean
}

/** Shows the zone of all times on the page, and chooses another. */
export function ZoneMenu({ className, named = false }: Props) {
  const zone = zoneOfPreference(usePreferences().zone)
  return (
    <MenuButton
      className={className}
      alignRight
      content={
        <>
          <Icon name="globe" size={14} />
          <span className="unseen">{timeTexts.zone}</span>{' '}
          {named ? zoneText(zone, Date.now() / 1000) : shortZoneText(zone)}
        </>
      }
    >
      {close => <ZoneList onChoose={close} />}
    </MenuButton>
  )
}

function ZoneList({ onChoose }: { onChoose: () => void }) {
  const { zone } = usePreferences()
  const [text, setText] = useState('')
  const now = Date.now() / 1000
  const isTouch = matchMedia('(pointer: coarse)').matches
  const found = text.trim() === '' ? [] : findZones(allZones(), text)
  const item = (value: string, name: string) => (
    <MenuItem
      key={value}
      aria-current={zone === value}
      onClick={() => {
        setPreferences({ zone: value })
        onChoose()
      }}
    >
      {name}
    </MenuItem>
  )
  // The chosen zone, unless the two entries before it name it.
  const otherZones = zone !== browserZoneName && zone !== 'UTC' ? [zone] : []
  return (
    <div className="menu zone-list">
      {item(browserZoneName, timeTexts.zoneBrowser(zoneText(browserZone, now)))}
      {item('UTC', timeTexts.zoneUtc)}
      {otherZones.map(other => item(other, zoneText(other, now)))}
      <SearchInput
        // The user has opened the panel to type a name.
        autoFocus={!isTouch}
        autoComplete="off"
        label={timeTexts.zoneFilter}
        value={text}
        onChange={setText}
      />
      {text.trim() !== '' && found.length === 0 && <p className="menu-title">{timeTexts.zoneNone}</p>}
      {found.slice(0, maxFound).map(name => item(name, zoneText(name, now)))}
    </div>
  )
}
