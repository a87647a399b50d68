import { type FormEvent, type RefObject, useState } from 'react'
import { momentText } from '../../charts/time-text.ts'
import { readDictionary } from '../api/dictionaries.ts'
import { Button, MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/MenuButton.tsx'
import { TextField } from '../components/TextField.tsx'
import { browserZone, setPreferences, usePreferences, useZone } from '../state/preferences.ts'
import { useFetch } from '../state/use-fetch.ts'
import { parseTypedRange } from './parse-typed-range.ts'
import { defaultPresets, isPreset, presetText, type Range, rangeText } from './range.ts'

interface Props {
  range: Range
  buttonRef?: RefObject<HTMLButtonElement | null>
  onChange: (range: Range) => void
}

/** Chooses a time range: a preset, a typed range, or two moments in the zone of the page. */
export function TimePicker({ range, buttonRef, onChange }: Props) {
  const zone = useZone()
  return (
    <MenuButton
      buttonRef={buttonRef}
      className="button time-button"
      alignRight
      content={
        <>
          <Icon name="clock" />
          {rangeText(range, zone)}
          <Icon name="down" size={12} />
        </>
      }
    >
      {close => (
        <TimePanel
          range={range}
          onChoose={chosen => {
            close()
            onChange(chosen)
          }}
        />
      )}
    </MenuButton>
  )
}

function TimePanel({ range, onChoose }: { range: Range; onChoose: (range: Range) => void }) {
  const zone = useZone()
  const { utc } = usePreferences()
  const now = Date.now() / 1000
  const absolute =
    'from' in range ? range : { from: Math.floor(now / 60) * 60 - 3600, to: Math.floor(now / 60) * 60 }
  const [typed, setTyped] = useState('')
  const [from, setFrom] = useState(momentText(absolute.from, zone))
  const [to, setTo] = useState(momentText(absolute.to, zone))
  const served = useFetch('time_range', readPresets).value
  const presets = served && served.length > 0 ? served : defaultPresets
  // On a touch screen the focus would open the on-screen keyboard.
  const isTouch = matchMedia('(pointer: coarse)').matches
  const typedMeans = typed.trim() === '' ? undefined : parseTypedRange(typed, zone, now)
  const custom = parseTypedRange(`${from} to ${to}`, zone, now)

  const submit = (meant: Range | undefined) => (event: FormEvent) => {
    event.preventDefault()
    if (meant) onChoose(meant)
  }

  return (
    <div className="time-panel">
      <ul className="time-presets">
        {presets.map(preset => (
          <li key={preset}>
            <MenuItem
              aria-current={'preset' in range && range.preset === preset}
              onClick={() => onChoose({ preset })}
            >
              {presetText(preset)}
            </MenuItem>
          </li>
        ))}
      </ul>
      <div className="time-custom">
        <form onSubmit={submit(typedMeans)}>
          <TextField
            label="Type a time range"
            autoFocus={!isTouch}
            value={typed}
            placeholder="15m, 2 days, 09:00 to 10:30"
            aria-invalid={typed.trim() !== '' && !typedMeans}
            onChange={setTyped}
          />
          <p className="time-meaning">{typedMeans ? `↵ ${rangeText(typedMeans, zone)}` : ''}</p>
        </form>
        <form onSubmit={submit(custom)}>
          <TextField label="From" inputClass="mono" value={from} onChange={setFrom} />
          <TextField label="To" inputClass="mono" value={to} aria-invalid={!custom} onChange={setTo} />
          {!custom && (
            <p className="time-meaning bad">Enter an end after the start, such as 2026-01-31 14:00</p>
          )}
          <div className="time-zone">
            <Button
              className="small"
              onClick={() => {
                const other = utc ? browserZone : 'UTC'
                setPreferences({ utc: !utc })
                if (custom && 'from' in custom) {
                  setFrom(momentText(custom.from, other))
                  setTo(momentText(custom.to, other))
                }
              }}
            >
              {utc ? 'UTC' : browserZone}
            </Button>
            <Button type="submit" className="primary small" disabled={!custom}>
              Apply
            </Button>
          </div>
        </form>
      </div>
    </div>
  )
}

async function readPresets(name: string, signal: AbortSignal): Promise<string[]> {
  return (await readDictionary(name, 50, signal)).filter(isPreset)
}
