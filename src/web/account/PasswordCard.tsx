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
const nothing = { current_password: '', password: '', repeat: '' }

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
  const form = useForm({
    initial: nothing,
    faults: ['current_password', 'password'],
    send: ({ current_password, password }) => updateAccount({ password, current_password }),
    onSent: () => {
      form.set(nothing)
      void queryClient.invalidateQueries({ queryKey: ['sessions'] })
      showToast(texts.saved)
    },
  })
  const { current_password, password, repeat } = form.values
  const differs = repeat !== '' && repeat !== password
  return (
    <Form
      form={form}
      action={texts.save}
      isReady={current_password !== '' && password !== '' && repeat === password}
      aside={<span className="faint">{texts.effect}</span>}
    >
      {/* For password managers: the user of the password. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={texts.present}
        {...form.text('current_password')}
        type="password"
        autoComplete="current-password"
      />
      <TextField
        label={texts.next}
        hint={texts.nextHint}
        {...form.text('password')}
        type="password"
        autoComplete="new-password"
      />
      <TextField
        label={texts.repeat}
        {...form.text('repeat')}
        fault={differs ? texts.differs : undefined}
        type="password"
        autoComplete="new-password"
      />
    </Form>
  )
}
