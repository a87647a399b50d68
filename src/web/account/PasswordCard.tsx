import { useQueryClient } from '@tanstack/react-query'
import type { OwnAccount } from '../../schema/people/user.ts'
import { updateAccount } from '../api/account.ts'
import { Form } from '../components/forms/Form.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { showToast } from '../components/toast.tsx'
import { accountTexts } from '../texts/settings/account.ts'
import { Card } from './Card.tsx'

const { password: texts } = accountTexts
const emptyValues = { current_password: '', password: '', confirmation: '' }

/** Form to change the password. Users who sign in elsewhere see a note instead. */
export function PasswordCard({ account }: { account: OwnAccount }) {
  return (
    <Card title={texts.title}>
      {account.has_password ? (
        <PasswordForm username={account.username} />
      ) : (
        <p className="faint">{texts.managedElsewhere}</p>
      )}
    </Card>
  )
}

/** Form for a new password; saving it ends the other sessions. */
function PasswordForm({ username }: { username: string }) {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: emptyValues,
    faults: ['current_password', 'password'],
    send: ({ current_password, password }) => updateAccount({ password, current_password }),
    onSent: () => {
      form.set(emptyValues)
      void queryClient.invalidateQueries({ queryKey: ['sessions'] })
      showToast(texts.saved)
    },
  })
  const { current_password, password, confirmation } = form.values
  const differs = confirmation !== '' && confirmation !== password
  return (
    <Form
      form={form}
      action={texts.save}
      isReady={current_password !== '' && password !== '' && confirmation === password}
      aside={<span className="faint">{texts.endsSessionsHint}</span>}
    >
      {/* Tells password managers which user the password belongs to. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={texts.currentPassword}
        {...form.text('current_password')}
        type="password"
        autoComplete="current-password"
      />
      <TextField
        label={texts.newPassword}
        hint={texts.newPasswordHint}
        {...form.text('password')}
        type="password"
        autoComplete="new-password"
      />
      <TextField
        label={texts.confirmation}
        {...form.text('confirmation')}
        fault={differs ? texts.differs : undefined}
        type="password"
        autoComplete="new-password"
      />
    </Form>
  )
}
