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

const { profile: texts } = accountTexts

/** Name and address. */
export function ProfileCard({ account }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const [firstName, setFirstName] = useState(account.first_name)
  const [lastName, setLastName] = useState(account.last_name)
  const [email, setEmail] = useState(account.email)
  const [present, setPresent] = useState('')
  const asksPassword = account.has_password && email !== account.email
  const isChanged =
    firstName !== account.first_name || lastName !== account.last_name || email !== account.email
  const save = useMutation({
    mutationFn: () =>
      updateAccount({
        ...{ first_name: firstName, last_name: lastName, email },
        ...(asksPassword && { current_password: present }),
      }),
    onSuccess: saved => {
      queryClient.setQueryData(['account'], saved)
      setPresent('')
      showToast(texts.saved)
    },
  })
  const fault = formError(save.error, ['first_name', 'last_name', 'email', 'current_password'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <Card title={texts.title}>
      <form className="people-form" onSubmit={submit}>
        <TextField label={texts.username} value={account.username} readOnly autoComplete="username" />
        <div className="form-pair">
          <TextField
            label={texts.firstName}
            fault={fault.of('first_name')}
            value={firstName}
            maxLength={150}
            autoComplete="given-name"
            onChange={setFirstName}
          />
          <TextField
            label={texts.lastName}
            fault={fault.of('last_name')}
            value={lastName}
            maxLength={150}
            autoComplete="family-name"
            onChange={setLastName}
          />
        </div>
        <TextField
          label={texts.email}
          hint={texts.emailHint}
          fault={fault.of('email')}
          type="email"
          value={email}
          maxLength={254}
          autoComplete="email"
          onChange={setEmail}
        />
        {asksPassword && (
          <TextField
            label={texts.proof}
            fault={fault.of('current_password')}
            type="password"
            value={present}
            autoComplete="current-password"
            onChange={setPresent}
          />
        )}
        <FormFault text={fault.rest} />
        <div className="form-actions">
          <Button
            type="submit"
            className="primary"
            disabled={!isChanged || (asksPassword && present === '') || save.isPending}
          >
            {texts.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}
