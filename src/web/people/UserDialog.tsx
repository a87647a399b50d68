import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { Group } from '../../schema/people/group.ts'
import type { User } from '../../schema/people/user.ts'
import { createUser, updateUser } from '../api/people.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { FormFault } from '../components/forms/FormFault.tsx'
import { formError } from '../components/forms/form-error.ts'
import { TextField } from '../components/forms/TextField.tsx'
import { showToast } from '../components/toast.tsx'
import { peopleTexts } from '../texts/settings/people.ts'
import { hostsSentence, rightsOfGroups, rightsSentences } from './access-text.ts'
import { ChangeSummary } from './ChangeSummary.tsx'
import { CheckList } from './CheckList.tsx'
import { userChange } from './change-text.ts'
import { useReloadPeople } from './use-people.ts'

const { userForm: texts, userList } = peopleTexts
const fields = ['username', 'first_name', 'last_name', 'email', 'password']

/** Creates a user, or changes one. */
export function UserDialog(props: { user: User | undefined; groups: readonly Group[]; onClose: () => void }) {
  const { user, groups, onClose } = props
  const reload = useReloadPeople()
  const [form, setForm] = useState({
    username: user?.username ?? '',
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    email: user?.email ?? '',
    is_active: user?.is_active ?? true,
    groups: user?.groups ?? [],
  })
  const [password, setPassword] = useState('')
  const body = { ...form, ...(password !== '' && { password }) }
  const save = useMutation({
    mutationFn: () => (user ? updateUser(user.id, body) : createUser(body)),
    onSuccess: saved => {
      showToast(user ? userList.saved(saved.fullname) : userList.created(saved.fullname))
      reload()
      onClose()
    },
  })
  const fault = formError(save.error, fields)
  const name = `${form.first_name} ${form.last_name}`.trim() || form.username
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const text = (field: 'username' | 'first_name' | 'last_name' | 'email') => ({
    fault: fault.of(field),
    value: form[field],
    autoComplete: 'off',
    onChange: (value: string) => setForm({ ...form, [field]: value }),
  })
  const chosen = groups.filter(({ id }) => form.groups.includes(id))
  return (
    <Dialog
      title={user ? texts.editTitle(user.username) : texts.newTitle}
      onClose={onClose}
      className="people-dialog"
    >
      <form className="people-form" onSubmit={submit}>
        <TextField label={texts.username} {...text('username')} required maxLength={150} />
        <div className="form-pair">
          <TextField label={texts.firstName} {...text('first_name')} maxLength={150} />
          <TextField label={texts.lastName} {...text('last_name')} maxLength={150} />
        </div>
        <div className="form-pair">
          <TextField label={texts.email} {...text('email')} type="email" maxLength={254} />
          <TextField
            label={user ? texts.newPassword : texts.password}
            hint={user ? texts.newPasswordHint : texts.passwordHint}
            fault={fault.of('password')}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={form.is_active}
            onChange={event => setForm({ ...form, is_active: event.target.checked })}
          />
          {texts.active}
        </label>
        {groups.length === 0 ? (
          <p className="faint">{texts.noGroups}</p>
        ) : (
          <CheckList
            legend={texts.groups}
            className="short"
            options={groups.map(group => ({
              value: group.id,
              text: group.name,
              note: hostsSentence(group.hosts),
            }))}
            chosen={form.groups}
            onChange={ids => setForm({ ...form, groups: ids })}
          />
        )}
        {user?.is_admin && <p className="soft">{peopleTexts.rights.admin}</p>}
        {user ? (
          <ChangeSummary sentences={userChange(name, user, { ...form, password: password !== '' }, groups)} />
        ) : (
          <section className="people-changes" aria-label={peopleTexts.rights.title}>
            <h3>{peopleTexts.rights.title}</h3>
            <ul>
              {rightsSentences(rightsOfGroups(chosen)).map(sentence => (
                <li key={sentence}>{printable(sentence)}</li>
              ))}
            </ul>
          </section>
        )}
        <FormFault text={fault.rest} />
        <div className="form-actions">
          <Button onClick={onClose}>{peopleTexts.cancel}</Button>
          <Button type="submit" className="primary" disabled={save.isPending}>
            {save.isPending ? peopleTexts.saving : user ? peopleTexts.save : peopleTexts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
