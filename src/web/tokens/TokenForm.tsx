import { useQueryClient } from '@tanstack/react-query'
import { minuteText } from '../../charts/time-text.ts'
import { type AuthToken, AuthTokenDraft, type TokenType, tokenTypes } from '../../schema/people/auth-token.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { createToken } from '../api/tokens.ts'
import { Check } from '../components/forms/Check.tsx'
import { Form } from '../components/forms/Form.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { useZone } from '../state/preferences.ts'
import { tokenTexts } from '../texts/settings/tokens.ts'

const { create: texts } = tokenTexts
const lifetimes = ['', '7', '30', '90', '365'] as const

const emptyValues: Values = { kind: 'INGEST', description: '', days: '', isReadOnly: false, from: '' }

interface Values {
  kind: TokenType
  description: string
  /** Until it expires; empty: never. */
  days: string
  isReadOnly: boolean
  /** Networks. */
  from: string
}

/** The form of a new token. */
export function TokenForm(props: { onMade: (token: AuthToken) => void; onClose: () => void }) {
  const { onMade, onClose } = props
  const zone = useZone()
  const queryClient = useQueryClient()
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
    onSent: token => {
      void queryClient.invalidateQueries({ queryKey: ['tokens'] })
      onMade(token)
    },
  })
  const { kind, days, isReadOnly } = form.values
  const expiresAt = expiryOf(days)
  return (
    <Form form={form} action={form.isSending ? texts.creating : texts.action} onCancel={onClose}>
      <fieldset className="choice-cards">
        <legend className="label">{texts.kind}</legend>
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
          {texts.readOnly}
        </Check>
      )}
      <TextField {...form.field('description')} hint={texts.descriptionHint} autoComplete="off" />
      <TextField
        label={texts.from}
        hint={texts.fromHint}
        {...form.text('from', 'networks')}
        maxLength={5_000}
        autoComplete="off"
      />
      <SelectField
        label={texts.expires}
        hint={expiresAt === null ? texts.forever : texts.until(minuteText(expiresAt, zone))}
        {...form.text('days', 'expires_at')}
        options={lifetimes.map(value => ({ value, text: lifetimeText(value) }))}
      />
    </Form>
  )
}

/** Seconds; null: never. */
function expiryOf(days: string): number | null {
  return days === '' ? null : Math.floor(Date.now() / 1000) + Number(days) * daySeconds
}

function lifetimeText(days: (typeof lifetimes)[number]): string {
  if (days === '') return texts.expiry.never
  return days === '365' ? texts.expiry.year : texts.expiry.days(Number(days))
}
