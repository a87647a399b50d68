import { Check } from '../components/forms/Check.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import {
  browserZone,
  browserZoneName,
  densities,
  setPreferences,
  themes,
  usePreferences,
} from '../state/preferences.ts'
import { accountTexts } from '../texts/settings/account.ts'
import { Card } from './Card.tsx'

const { look: texts } = accountTexts

/** Zones of the browser's list, after its own and UTC. */
const zones = Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')

/** Theme, zone, density and keys, saved as they are chosen. */
export function LookCard() {
  const { theme, zone, density, keys } = usePreferences()
  // The options are the values of each preference.
  return (
    <Card title={texts.title}>
      <div className="people-form">
        <div className="form-pair">
          <SelectField
            label={texts.theme}
            value={theme}
            options={themes.map(value => ({ value, text: texts.themes[value] }))}
            onChange={value => setPreferences({ theme: themes.find(one => one === value) ?? theme })}
          />
          <SelectField
            label={texts.density}
            value={density}
            options={densities.map(value => ({ value, text: texts.densities[value] }))}
            onChange={value => setPreferences({ density: densities.find(one => one === value) ?? density })}
          />
        </div>
        <SelectField
          label={texts.zone}
          value={zone}
          options={[
            { value: browserZoneName, text: texts.zoneBrowser(browserZone) },
            ...['UTC', ...zones].map(value => ({ value, text: value })),
          ]}
          onChange={value => setPreferences({ zone: value })}
        />
        <Check isOn={keys} onChange={isOn => setPreferences({ keys: isOn })}>
          {texts.keys}
        </Check>
        <p className="field-hint">{texts.keysHint}</p>
        <p className="faint">{texts.note}</p>
      </div>
    </Card>
  )
}
