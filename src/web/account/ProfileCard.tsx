import { useQueryClient } from '@tanstack/react-query'
import type { OwnAccount } from '../../schema/people/user.ts'
import { updateAccount } from '../api/account.ts'
import { Form } from '../components/forms/Form.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { showToast } from '../components/toast.tsx'
import { accountTexts } from '../texts/settings/account.ts'
import { Card } from './Card.tsx'

const { profile: texts } = accountTexts

/** Name and address. */
export function ProfileCard({ account }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const { first_name, last_name, email } = account
  const asksPassword = (changed: { email: string }) => account.has_password && changed.email !== email
  const form = useForm({
    initial: { first_name, last_name, email, current_password: '' },
    faults: ['first_name', 'last_name', 'email', 'current_password'],
    send: ({ current_password, ...changed }) =>
      updateAccount({ ...changed, ...(asksPassword(changed) && { current_password }) }),
    onSent: saved => {
      queryClient.setQueryData(['account'], saved)
      form.set({ current_password: '' })
      showToast(texts.saved)
    },
  })
  const { values } = form
  const isChanged =
    values.first_name !== first_name || values.last_name !== last_name || values.email !== email
  return (
    <Card title={texts.title}>
      <Form
        form={form}
        action={texts.save}
        isReady={isChanged && !(asksPassword(values) && values.current_password === '')}
      >
        <TextField label={texts.username} value={account.username} readOnly autoComplete="username" />
        <div className="form-pair">
          <TextField
            label={texts.firstName}
            {...form.text('first_name')}
            maxLength={150}
            autoComplete="given-name"
          />
          <TextField
            label={texts.lastName}
            {...form.text('last_name')}
            maxLength={150}
            autoComplete="family-name"
          />
        </div>
        <TextField
          label={texts.email}
          hint={texts.emailHint}
          {...form.text('email')}
          type="email"
          maxLength={254}
          autoComplete="email"
        />
        {asksPassword(values) && (
          <TextField
            label={texts.proof}
            {...form.text('current_password')}
            type="password"
            autoComplete="current-password"
          />
        )}
      </Form>
    </Card>
  )
}
