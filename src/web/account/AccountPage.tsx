import { readAccount } from '../api/account.ts'
import { ReadError } from '../components/ErrorNotice.tsx'
import { Check } from '../components/forms/Check.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import {
  browserZone,
  browserZoneName,
  densities,
  setPreferences,
  themes,
  usePreferences,
} from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { pageNames } from '../texts/pages.ts'
import { accountTexts } from '../texts/settings/account.ts'
import { Card } from './Card.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import '../styles/people.css'

const { look: texts } = accountTexts
/** Zones of the browser's list, after its own and UTC. */
const zones = Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')

/** The user's account: name, password, sessions, appearance of the page. */
export function AccountPage() {
  usePageTitle(pageNames.account)
  const account = useRead(['account'], readAccount)
  return (
    <main className="page people">
      <header className="page-bar">
        <h1>{pageNames.account}</h1>
      </header>
      <ReadError of={account} title={accountTexts.profile.failed} />
      <div className="account-cards">
        {account.data && <ProfileCard account={account.data} />}
        {account.data && <PasswordCard account={account.data} />}
        {!account.isPending && (
          <>
            <SessionsCard />
            <LookCard />
          </>
        )}
      </div>
    </main>
  )
}

/** Theme, zone, density and keys, saved as they are chosen. */
function LookCard() {
  const { theme, zone, density, keys } = usePreferences()
  // The options are the values of each preference.
  return (
    <Card title={texts.title}>
      <div className="form-rows">
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
