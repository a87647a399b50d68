import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { OwnAccount } from '../../schema/people/user.ts'
import { updateAccount } from '../api/account.ts'
import { Button } from '../components/Button.tsx'
import { FormFault } from '../components/forms/FormFault.tsx'
import { formError } from '../components/forms/form-error.ts'
import { TextField } from '../components/forms/TextField.tsx'
import { showToast } from '../components/toast.tsx'
import { accountTexts } from '../texts/settings/account.ts'
import { Card } from './Card.tsx'

const { password: texts } = accountTexts

/** A form for a new password, or why there is none to change. */
export function PasswordCard({ account }: { account: OwnAccount }) {
  return (
    <Card title={texts.title}>
      {account.has_password ? (
        <PasswordForm username={account.username} />
      ) : (
        <p className="faint">{texts.external}</p>
      )}
    </Card>
  )
}

/** Form for a new password; saving it ends the other sessions. */
function PasswordForm({ username }: { username: string }) {
  const queryClient = useQueryClient()
  const [present, setPresent] = useState('')
  const [next, setNext] = useState('')
  const [repeat, setRepeat] = useState('')
  const differs = repeat !== '' && repeat !== next
  const save = useMutation({
    mutationFn: () => updateAccount({ password: next, current_password: present }),
    onSuccess: () => {
      for (const clear of [setPresent, setNext, setRepeat]) clear('')
      void queryClient.invalidateQueries({ queryKey: ['sessions'] })
      showToast(texts.saved)
    },
  })
  const fault = formError(save.error, ['current_password', 'password'])
  const isReady = present !== '' && next !== '' && repeat === next && !save.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) save.mutate()
  }
  return (
    <form className="people-form" onSubmit={submit}>
      {/* For password managers: the user of the password. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={texts.present}
        fault={fault.of('current_password')}
        type="password"
        value={present}
        autoComplete="current-password"
        onChange={setPresent}
      />
      <TextField
        label={texts.next}
        hint={texts.nextHint}
        fault={fault.of('password')}
        type="password"
        value={next}
        autoComplete="new-password"
        onChange={setNext}
      />
      <TextField
        label={texts.repeat}
        fault={differs ? texts.differs : undefined}
        type="password"
        value={repeat}
        autoComplete="new-password"
        onChange={setRepeat}
      />
      <FormFault text={fault.rest} />
      <div className="form-actions">
        <span className="faint">{texts.effect}</span>
        <Button type="submit" className="primary" disabled={!isReady}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
