import { useId } from 'react'
import type { ActiveHours } from '../../../../schema/triggers/trigger-parts.ts'
import { Button } from '../../../components/Button.tsx'
import { SelectField } from '../../../components/forms/SelectField.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { useZone } from '../../../state/preferences.ts'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import { allZones } from '../../../time/zone-text.ts'

interface Props {
  hours: ActiveHours | null
  fault: string | undefined
  onChange: (hours: ActiveHours | null) => void
}

const zones = allZones()

/** Form fields for the days and hours at which a trigger is active; `hours` null: always. */
export function ActiveHoursFields({ hours, fault, onChange }: Props) {
  const id = useId()
  const zone = useZone()
  return (
    <>
      <SelectField
        className="whole"
        label={texts.hours}
        fault={hours ? undefined : fault}
        value={hours ? 'some' : 'always'}
        options={[
          { value: 'always', text: texts.hoursAlways },
          { value: 'some', text: texts.hoursSome },
        ]}
        onChange={value =>
          onChange(
            value === 'some' ? { timezone: zone, days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' } : null,
          )
        }
      />
      {hours && (
        <div className="whole trigger-hours">
          <div className="form-field">
            <span className="label" id={id}>
              {texts.hoursDays}
            </span>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
            <div className="trigger-days wrap-row gap-4" role="group" aria-labelledby={id}>
              {texts.days.map((name, index) => {
                const day = index + 1
                const isOn = hours.days.includes(day)
                const next = isOn ? hours.days.filter(other => other !== day) : [...hours.days, day].sort()
                return (
                  <Button
                    key={name}
                    className="small"
                    aria-pressed={isOn}
                    disabled={isOn && hours.days.length === 1}
                    onClick={() => onChange({ ...hours, days: next })}
                  >
                    {name}
                  </Button>
                )
              })}
            </div>
          </div>
          <TextField
            label={texts.hoursFrom}
            type="time"
            required
            value={hours.from}
            onChange={from => onChange({ ...hours, from })}
          />
          <TextField
            label={texts.hoursTo}
            type="time"
            required
            // A time input cannot show 24:00. As the end of a day, 00:00 means the same.
            value={hours.to === '24:00' ? '00:00' : hours.to}
            onChange={to => onChange({ ...hours, to })}
          />
          <TextField
            label={texts.hoursZone}
            required
            list={`${id}-zones`}
            value={hours.timezone}
            onChange={timezone => onChange({ ...hours, timezone })}
          />
          <datalist id={`${id}-zones`}>
            {zones.map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <p className={fault === undefined ? 'field-hint' : 'field-hint bad'}>{fault ?? texts.hoursHint}</p>
        </div>
      )}
    </>
  )
}
