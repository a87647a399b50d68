import { printable } from '../../charts/printable.ts'
import type { Group } from '../../schema/people/group.ts'
import { type User, UserDraft } from '../../schema/people/user.ts'
import { createUser, updateUser } from '../api/people.ts'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { Check } from '../components/forms/Check.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { showToast } from '../components/toast.tsx'
import { peopleTexts } from '../texts/settings/people.ts'
import { hostsSentence, rightsOfGroups, rightsSentences } from './access-text.ts'
import { ChangeSummary } from './ChangeSummary.tsx'
import { CheckList } from './CheckList.tsx'
import { userChange } from './change-text.ts'
import { useReloadPeople } from './use-people.ts'

const { userForm: texts, userList } = peopleTexts

/** Creates a user, or changes one. */
export function UserDialog(props: { user: User | undefined; groups: readonly Group[]; onClose: () => void }) {
  const { user, groups, onClose } = props
  const reload = useReloadPeople()
  const form = useForm({
    shape: UserDraft,
    initial: {
      username: user?.username ?? '',
      first_name: user?.first_name ?? '',
      last_name: user?.last_name ?? '',
      email: user?.email ?? '',
      is_active: user?.is_active ?? true,
      groups: user?.groups ?? [],
      password: '',
    },
    faults: ['username', 'first_name', 'last_name', 'email', 'password'],
    send: ({ password, ...fields }) => {
      const body = { ...fields, ...(password !== '' && { password }) }
      return user ? updateUser(user.id, body) : createUser(body)
    },
    onSent: saved => {
      showToast(user ? userList.saved(saved.fullname) : userList.created(saved.fullname))
      reload()
      onClose()
    },
  })
  const { values, set } = form
  const name = `${values.first_name} ${values.last_name}`.trim() || values.username
  const text = (member: 'username' | 'first_name' | 'last_name' | 'email') => ({
    ...form.field(member),
    autoComplete: 'off',
  })
  const chosenGroups = groups.filter(({ id }) => values.groups.includes(id))
  return (
    <FormDialog
      title={user ? texts.editTitle(user.username) : texts.newTitle}
      form={form}
      action={form.isSending ? peopleTexts.saving : user ? peopleTexts.save : peopleTexts.create}
      onClose={onClose}
    >
      <TextField {...text('username')} />
      <div className="form-pair">
        <TextField {...text('first_name')} label={texts.firstName} />
        <TextField {...text('last_name')} label={texts.lastName} />
      </div>
      <div className="form-pair">
        <TextField {...text('email')} label={texts.email} type="email" />
        <TextField
          label={user ? texts.newPassword : texts.password}
          hint={user ? texts.newPasswordHint : texts.passwordHint}
          {...form.text('password')}
          type="password"
          autoComplete="new-password"
        />
      </div>
      <Check isOn={values.is_active} onChange={is_active => set({ is_active })}>
        {texts.active}
      </Check>
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
          chosen={values.groups}
          onChange={groups => set({ groups })}
        />
      )}
      {user?.is_admin && <p className="soft">{peopleTexts.rights.admin}</p>}
      {user ? (
        <ChangeSummary
          sentences={userChange(name, user, { ...values, password: values.password !== '' }, groups)}
        />
      ) : (
        <section className="people-changes" aria-label={peopleTexts.rights.title}>
          <h3>{peopleTexts.rights.title}</h3>
          <ul>
            {rightsSentences(rightsOfGroups(chosenGroups)).map(sentence => (
              <li key={sentence}>{printable(sentence)}</li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  )
}
