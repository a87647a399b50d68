import { useEffect, useRef, useState } from 'react'
import { minuteText } from '../../charts/time-text.ts'
import { type AuthToken, AuthTokenDraft, type TokenType, tokenTypes } from '../../schema/people/auth-token.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { createToken } from '../api/tokens.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { Check } from '../components/forms/Check.tsx'
import { Form } from '../components/forms/Form.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { Icon } from '../components/Icon.tsx'
import { copyText } from '../components/toast.tsx'
import { useZone } from '../state/preferences.ts'
import { tokenTexts } from '../texts/settings/tokens.ts'
import { exampleCommand } from './example-command.ts'

const { made: keyTexts, create: createTexts } = tokenTexts

/** Creates a token and shows its key once. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<AuthToken>()
  return (
    <Dialog title={made ? keyTexts.title : createTexts.title} onClose={onClose}>
      {made ? <TokenKey token={made} onClose={onClose} /> : <TokenForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  )
}

/** The whole key of a new token, and a command that uses it. */
function TokenKey({ token, onClose }: { token: AuthToken; onClose: () => void }) {
  const root = useRef<HTMLDivElement>(null)
  // Focuses the first button, which copies the key: the form that had the focus is gone.
  useEffect(() => root.current?.querySelector('button')?.focus(), [])
  const command = exampleCommand(token.token_type, token.secret_key, location.origin)
  return (
    <div className="form-rows" ref={root}>
      <p className="soft">{keyTexts.warning}</p>
      <Copied label={keyTexts.key} text={token.secret_key} action={keyTexts.copy} className="primary" />
      <Copied label={keyTexts.try[token.token_type]} text={command} action={keyTexts.copyLine} />
      <div className="form-actions">
        <Button onClick={onClose}>{keyTexts.done}</Button>
      </div>
    </div>
  )
}

/** A text with a button that copies it. */
function Copied(props: { label: string; text: string; action: string; className?: string }) {
  const { label, text, action, className = '' } = props
  return (
    <div className="copied">
      <span className="label">{label}</span>
      <code>{text}</code>
      <Button className={className} onClick={() => void copyText(text)}>
        <Icon name="copy" size={14} /> {action}
      </Button>
    </div>
  )
}

/** Days until a new token expires; empty: never. */
const lifetimes = ['', '7', '30', '90', '365'] as const

const emptyValues: Values = { kind: 'INGEST', description: '', days: '', isReadOnly: false, from: '' }

interface Values {
  kind: TokenType
  description: string
  /** Days until it expires; empty: never. */
  days: string
  isReadOnly: boolean
  /** Networks that may use the token, with commas or spaces between; empty: all. */
  from: string
}

/** The form of a new token. */
function TokenForm(props: { onMade: (token: AuthToken) => void; onClose: () => void }) {
  const { onMade, onClose } = props
  const zone = useZone()
  const form = useForm({
    shape: AuthTokenDraft,
    initial: emptyValues,
    faults: ['description', 'expires_at', 'networks'],
    send: ({ kind, description, days, isReadOnly, from }) =>
      createToken({
        token_type: kind,
        description: description.trim(),
        expires_at: expiryOf(days),
        read_only: kind === 'USER' && isReadOnly,
        networks: from.split(/[\s,]+/).filter(network => network !== ''),
      }),
    reloads: ['tokens'],
    onSent: onMade,
  })
  const { kind, days, isReadOnly } = form.values
  const expiresAt = expiryOf(days)
  return (
    <Form form={form} action={form.isSending ? createTexts.creating : createTexts.action} onCancel={onClose}>
      <fieldset className="choice-cards">
        <legend className="label">{createTexts.kind}</legend>
        {/* The default, INGEST, first. */}
        {tokenTypes.toReversed().map(type => (
          <label key={type} className="choice-card">
            <input
              type="radio"
              name="kind"
              checked={kind === type}
              onChange={() => form.set({ kind: type })}
            />
            <span>
              <strong>{tokenTexts.kindName[type]}</strong>
              <span className="soft">{tokenTexts.kindMeaning[type]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {kind === 'USER' && (
        <Check isOn={isReadOnly} onChange={isReadOnly => form.set({ isReadOnly })}>
          {createTexts.readOnly}
        </Check>
      )}
      <TextField {...form.field('description')} hint={createTexts.descriptionHint} autoComplete="off" />
      <TextField
        label={createTexts.from}
        hint={createTexts.fromHint}
        {...form.text('from', 'networks')}
        maxLength={5_000}
        autoComplete="off"
      />
      <SelectField
        label={createTexts.expires}
        hint={expiresAt === null ? createTexts.forever : createTexts.until(minuteText(expiresAt, zone))}
        {...form.text('days', 'expires_at')}
        options={lifetimes.map(value => ({ value, text: lifetimeText(value) }))}
      />
    </Form>
  )
}

/** Unix seconds; null: never. */
function expiryOf(days: string): number | null {
  return days === '' ? null : Math.floor(Date.now() / 1000) + Number(days) * daySeconds
}

function lifetimeText(days: (typeof lifetimes)[number]): string {
  if (days === '') return createTexts.expiry.never
  return days === '365' ? createTexts.expiry.year : createTexts.expiry.days(Number(days))
}
