import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { momentText } from '../../charts/time-text.ts'
import { type AuthToken, type TokenType, tokenTypes } from '../../schema/people/auth-token.ts'
import { createToken } from '../api/tokens.ts'
import { Button } from '../components/Button.tsx'
import { FormFault } from '../components/forms/FormFault.tsx'
import { formError } from '../components/forms/form-error.ts'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useZone } from '../state/preferences.ts'
import { tokenTexts } from '../texts/settings/tokens.ts'

const { create: texts } = tokenTexts
const daySeconds = 86_400
const lifetimes = ['', '7', '30', '90', '365'] as const

/** The form of a new token. */
export function TokenForm(props: { onMade: (token: AuthToken) => void; onClose: () => void }) {
  const { onMade, onClose } = props
  const zone = useZone()
  const queryClient = useQueryClient()
  const [kind, setKind] = useState<TokenType>('INGEST')
  const [description, setDescription] = useState('')
  const [days, setDays] = useState<string>('')
  const [isReadOnly, setIsReadOnly] = useState(false)
  const [from, setFrom] = useState('')
  const expiresAt = days === '' ? null : Math.floor(Date.now() / 1000) + Number(days) * daySeconds
  const create = useMutation({
    mutationFn: () =>
      createToken({
        token_type: kind,
        description: description.trim(),
        expires_at: expiresAt,
        read_only: kind === 'USER' && isReadOnly,
        networks: from.split(/[\s,]+/).filter(network => network !== ''),
      }),
    onSuccess: token => {
      void queryClient.invalidateQueries({ queryKey: ['tokens'] })
      onMade(token)
    },
  })
  const fault = formError(create.error, ['description', 'expires_at', 'networks'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  return (
    <form className="people-form" onSubmit={submit}>
      <fieldset className="choice-cards">
        <legend className="label">{texts.kind}</legend>
        {tokenTypes.toReversed().map(type => (
          <label key={type} className="choice-card">
            <input type="radio" name="kind" checked={kind === type} onChange={() => setKind(type)} />
            <span>
              <strong>{tokenTexts.kindName[type]}</strong>
              <span className="soft">{tokenTexts.kindMeaning[type]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {kind === 'USER' && (
        <label className="check">
          <input
            type="checkbox"
            checked={isReadOnly}
            onChange={event => setIsReadOnly(event.target.checked)}
          />
          {texts.readOnly}
        </label>
      )}
      <TextField
        label={texts.description}
        hint={texts.descriptionHint}
        fault={fault.of('description')}
        value={description}
        maxLength={1_000}
        autoComplete="off"
        onChange={setDescription}
      />
      <TextField
        label={texts.from}
        hint={texts.fromHint}
        fault={fault.of('networks')}
        value={from}
        maxLength={5_000}
        autoComplete="off"
        onChange={setFrom}
      />
      <SelectField
        label={texts.expires}
        hint={expiresAt === null ? texts.forever : texts.until(momentText(expiresAt, zone).slice(0, 16))}
        fault={fault.of('expires_at')}
        value={days}
        options={lifetimes.map(value => ({ value, text: lifetimeText(value) }))}
        onChange={setDays}
      />
      <FormFault text={fault.rest} />
      <div className="form-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" className="primary" disabled={create.isPending}>
          {create.isPending ? texts.creating : texts.action}
        </Button>
      </div>
    </form>
  )
}

function lifetimeText(days: (typeof lifetimes)[number]): string {
  if (days === '') return texts.expiry.never
  return days === '365' ? texts.expiry.year : texts.expiry.days(Number(days))
}
