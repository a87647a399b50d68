import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText, minuteText } from '../../charts/time-text.ts'
import type { Session } from '../../schema/people/sign-in.ts'
import type { OwnAccount } from '../../schema/people/user.ts'
import { changeAccount, endOtherSessions, endSession, readAccount, readSessions } from '../api/account.ts'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { ReadError } from '../components/ErrorNotice.tsx'
import { Check } from '../components/forms/Check.tsx'
import { Form } from '../components/forms/Form.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { showToast } from '../components/toast.tsx'
import { useAction } from '../components/use-action.ts'
import { useNow } from '../components/use-now.ts'
import { usePageTitle } from '../components/use-page-title.ts'
import {
  browserZone,
  browserZoneName,
  densities,
  setPreferences,
  themes,
  usePreferences,
  useZone,
} from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { pageNames } from '../texts/pages.ts'
import { accountTexts } from '../texts/settings/account.ts'
import { agentName } from './agent-name.ts'
import { Card } from './Card.tsx'
import '../styles/people.css'

const { look: texts } = accountTexts
/** The zones to choose from, besides the browser's own and UTC. */
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
        {/* Shown with the account, so that no card moves when it arrives. */}
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

/** Theme, density, zone and single-key shortcuts. Each is saved as it is chosen. */
function LookCard() {
  const { theme, zone, density, keys } = usePreferences()
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

const { password: passwordTexts } = accountTexts
const emptyValues = { current_password: '', password: '', confirmation: '' }

/** Form to change the password. Users who sign in elsewhere see a note instead. */
function PasswordCard({ account }: { account: OwnAccount }) {
  return (
    <Card title={passwordTexts.title}>
      {account.has_password ? (
        <PasswordForm username={account.username} />
      ) : (
        <p className="faint">{passwordTexts.managedElsewhere}</p>
      )}
    </Card>
  )
}

/** Form for a new password; saving it ends the other sessions. */
function PasswordForm({ username }: { username: string }) {
  const form = useForm({
    initial: emptyValues,
    faults: ['current_password', 'password'],
    send: ({ current_password, password }) => changeAccount({ password, current_password }),
    reloads: ['sessions'],
    onSent: () => {
      form.set(emptyValues)
      showToast(passwordTexts.saved)
    },
  })
  const { current_password, password, confirmation } = form.values
  const differs = confirmation !== '' && confirmation !== password
  return (
    <Form
      form={form}
      action={passwordTexts.save}
      isReady={current_password !== '' && password !== '' && confirmation === password}
      aside={<span className="faint">{passwordTexts.endsSessionsHint}</span>}
    >
      {/* Tells password managers which user the password belongs to. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={passwordTexts.currentPassword}
        {...form.text('current_password')}
        type="password"
        autoComplete="current-password"
      />
      <TextField
        label={passwordTexts.newPassword}
        hint={passwordTexts.newPasswordHint}
        {...form.text('password')}
        type="password"
        autoComplete="new-password"
      />
      <TextField
        label={passwordTexts.confirmation}
        {...form.text('confirmation')}
        fault={differs ? passwordTexts.differs : undefined}
        type="password"
        autoComplete="new-password"
      />
    </Form>
  )
}

const { profile: profileTexts } = accountTexts

/** Form for name and email address. Users with a password confirm a new address with it. */
function ProfileCard({ account }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const { first_name, last_name, email } = account
  const asksPassword = (changed: { email: string }) => account.has_password && changed.email !== email
  const form = useForm({
    initial: { first_name, last_name, email, current_password: '' },
    faults: ['first_name', 'last_name', 'email', 'current_password'],
    send: ({ current_password, ...changed }) =>
      changeAccount({ ...changed, ...(asksPassword(changed) && { current_password }) }),
    onSent: saved => {
      queryClient.setQueryData(['account'], saved)
      form.set({ current_password: '' })
      showToast(profileTexts.saved)
    },
  })
  const { values } = form
  const isChanged =
    values.first_name !== first_name || values.last_name !== last_name || values.email !== email
  return (
    <Card title={profileTexts.title}>
      <Form
        form={form}
        action={profileTexts.save}
        isReady={isChanged && !(asksPassword(values) && values.current_password === '')}
      >
        <TextField label={profileTexts.username} value={account.username} readOnly autoComplete="username" />
        <div className="form-pair">
          <TextField
            label={profileTexts.firstName}
            {...form.text('first_name')}
            maxLength={150}
            autoComplete="given-name"
          />
          <TextField
            label={profileTexts.lastName}
            {...form.text('last_name')}
            maxLength={150}
            autoComplete="family-name"
          />
        </div>
        <TextField
          label={profileTexts.email}
          hint={profileTexts.emailHint}
          {...form.text('email')}
          type="email"
          maxLength={254}
          autoComplete="email"
        />
        {asksPassword(values) && (
          <TextField
            label={profileTexts.proof}
            {...form.text('current_password')}
            type="password"
            autoComplete="current-password"
          />
        )}
      </Form>
    </Card>
  )
}

const { sessions: sessionTexts } = accountTexts

/** Sessions of the user. */
function SessionsCard() {
  const sessions = useRead(['sessions'], readSessions)
  const [isConfirming, setIsConfirming] = useState(false)
  const { act } = useAction('sessions')
  const allSessions = sessions.data ?? []
  const others = allSessions.filter(({ current }) => !current)
  const endOthers = others.length > 0 && (
    <Button className="small" onClick={() => setIsConfirming(true)}>
      {sessionTexts.endOthers}
    </Button>
  )
  return (
    <Card title={sessionTexts.title} action={endOthers}>
      <ReadError of={sessions} title={sessionTexts.failed} />
      <ul className="sessions">
        {allSessions.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => act(() => endSession(session.id), sessionTexts.ended)}
          />
        ))}
      </ul>
      {sessions.data && others.length === 0 && <p className="faint">{sessionTexts.noOthers}</p>}
      {isConfirming && (
        <ConfirmDialog
          title={sessionTexts.endOthersTitle}
          confirmLabel={sessionTexts.endOthers}
          onConfirm={() => act(endOtherSessions, sessionTexts.othersEnded)}
          onClose={() => setIsConfirming(false)}
        >
          {sessionTexts.endOthersText(others.length)}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { agent, address, current, created_at, last_used_at } = session
  const zone = useZone()
  const now = useNow(10)
  const name = `${agentName(agent)} ${address === '' ? sessionTexts.fromUnknown : sessionTexts.from(address)}`
  const used = sessionTexts.used(agoText(last_used_at, now))
  return (
    <li>
      <div>
        <strong title={printable(agent)}>{name}</strong>
        {current && <span className="badge success">{sessionTexts.current}</span>}
        <span className="faint">{`${sessionTexts.started(minuteText(created_at, zone))} · ${used}`}</span>
      </div>
      {!current && (
        <Button className="small" aria-label={sessionTexts.endLabel(name)} onClick={onEnd}>
          {sessionTexts.end}
        </Button>
      )}
    </li>
  )
}
