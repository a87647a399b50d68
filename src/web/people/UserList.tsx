import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { Group } from '../../schema/people/group.ts'
import { type User, UserDraft, type UserPatch } from '../../schema/people/user.ts'
import { readExistingPage } from '../api/http/existing-page.ts'
import { changeUser, createUser, deleteUser, readUser, readUsers } from '../api/people.ts'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { ChangedElsewhereError, OverwriteDialog } from '../components/dialogs/OverwriteDialog.tsx'
import { Check } from '../components/forms/Check.tsx'
import { changedMembers, hasConflict } from '../components/forms/changed-members.ts'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { IconButton } from '../components/IconButton.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { showToast } from '../components/toast.tsx'
import { useAction } from '../components/use-action.ts'
import { useNow } from '../components/use-now.ts'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import { hostsSentence, rightsOfGroups, rightsSentences } from './access-text.ts'
import { ChangeSummary } from './ChangeSummary.tsx'
import { CheckList } from './CheckList.tsx'
import { userChange } from './change-text.ts'
import { peopleAddress } from './people-address.ts'
import { peopleKey, useGroups, usersKey } from './use-people.ts'

const { userList: texts, userForm: formTexts } = peopleTexts
const pageSize = 50

/** Properties that the lists of users and of groups share. */
export interface ListProps {
  /** The dialog for a new user or group is open. */
  isCreating: boolean
  onNew: () => void
  /** Called when that dialog closes, whether or not something was created. */
  onDialogClose: () => void
}

/** The table of users, ordered by name. It is never empty: it has at least the user who reads it. */
export function UserList({ page, isCreating, onDialogClose }: ListProps & { page: number }) {
  const users = useRead(usersKey(page), signal =>
    readExistingPage(page, page => readUsers(page, pageSize, signal)),
  )
  const groups = useGroups().data ?? []
  const { act } = useAction(peopleKey)
  const zone = useZone()
  const now = useNow(60)
  const [edited, setEdited] = useState<User>()
  const groupNames = (ids: readonly number[]) =>
    groups.filter(({ id }) => ids.includes(id)).map(({ name }) => printable(name))
  const columns: Column<User>[] = [
    {
      heading: texts.user,
      className: 'cell-title',
      cell: user => (
        <>
          <button type="button" className="title-button" onClick={() => setEdited(user)}>
            {printable(user.fullname)}
          </button>
          <span className="faint">
            {user.fullname === user.username ? '' : printable(user.username)}
            {!user.is_active && <span className="badge warning">{texts.disabled}</span>}
          </span>
        </>
      ),
    },
    { heading: texts.email, className: 'people-wrap', cell: ({ email }) => printable(email) },
    {
      heading: texts.groups,
      className: 'people-wrap',
      cell: ({ groups: ids, is_admin }) => {
        if (is_admin) return texts.admin
        return ids.length === 0 ? (
          <span className="faint">{texts.noGroups}</span>
        ) : (
          peopleTexts.and(groupNames(ids))
        )
      },
    },
    {
      heading: texts.lastLogin,
      className: 'number',
      cell: ({ last_login_at: at }) =>
        at === null ? (
          <span className="faint">{peopleTexts.never}</span>
        ) : (
          <span title={momentText(at, zone)}>{agoText(at, now)}</span>
        ),
    },
    {
      heading: peopleTexts.actions,
      className: actionsColumn,
      cell: user => (
        <>
          <IconButton icon="pen" label={texts.edit(user.fullname)} onClick={() => setEdited(user)} />
          <DeleteButton
            name={user.fullname}
            title={texts.deleteTitle}
            onDelete={() => act(() => deleteUser(user.id), texts.deleted(user.fullname))}
          >
            {texts.deleteText(user.fullname)}
          </DeleteButton>
        </>
      ),
    },
  ]
  return (
    <>
      <PagedTable
        list={users}
        columns={columns}
        page={page}
        onPage={next => navigate(peopleAddress({ view: 'users', page: next }))}
        errorTitle={texts.failed}
        empty={null}
      />
      {isCreating && <UserDialog user={undefined} groups={groups} onClose={onDialogClose} />}
      {edited && <UserDialog user={edited} groups={groups} onClose={() => setEdited(undefined)} />}
    </>
  )
}

/** Creates a user, or changes one. */
function UserDialog(props: { user: User | undefined; groups: readonly Group[]; onClose: () => void }) {
  const { user, groups, onClose } = props
  const form = useForm({
    shape: UserDraft,
    initial: { ...fieldsOf(user), password: '' },
    faults: ['username', 'first_name', 'last_name', 'email', 'password'],
    send: async ({ password, ...fields }) => {
      if (!user) return createUser({ ...fields, ...(password !== '' && { password }) })
      if (hasConflict(fieldsOf(user), fields, fieldsOf(await readUser(user.id))))
        throw new ChangedElsewhereError()
      return changeUser(user.id, changesOf(user, fields, password))
    },
    reloads: [peopleKey],
    onSent: saved => {
      showToast(user ? texts.saved(saved.fullname) : texts.created(saved.fullname))
      onClose()
    },
  })
  const { values, set } = form
  const saveLabel = user ? peopleTexts.save : peopleTexts.create
  const overwrite = (user: User) => {
    const { password, ...fields } = values
    form.sendInstead(() => changeUser(user.id, changesOf(user, fields, password)))
  }
  const name = `${values.first_name} ${values.last_name}`.trim() || values.username
  const text = (member: 'username' | 'first_name' | 'last_name' | 'email') => ({
    ...form.field(member),
    autoComplete: 'off',
  })
  const rights = rightsOfGroups(groups.filter(({ id }) => values.groups.includes(id)))
  return (
    <>
      <FormDialog
        title={user ? formTexts.editTitle(user.username) : formTexts.newTitle}
        form={form}
        action={form.isSending ? peopleTexts.saving : saveLabel}
        onClose={onClose}
      >
        <TextField {...text('username')} />
        <div className="form-pair">
          <TextField {...text('first_name')} label={formTexts.firstName} />
          <TextField {...text('last_name')} label={formTexts.lastName} />
        </div>
        <div className="form-pair">
          <TextField {...text('email')} label={formTexts.email} type="email" />
          <TextField
            label={user ? formTexts.newPassword : formTexts.password}
            hint={user ? formTexts.newPasswordHint : formTexts.passwordHint}
            {...form.text('password')}
            type="password"
            autoComplete="new-password"
          />
        </div>
        <Check isOn={values.is_active} onChange={is_active => set({ is_active })}>
          {formTexts.active}
        </Check>
        {groups.length === 0 ? (
          <p className="faint">{formTexts.noGroups}</p>
        ) : (
          <CheckList
            legend={formTexts.groups}
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
            effect={userChange(name, user, { ...values, password: values.password !== '' }, groups)}
          />
        ) : (
          <section className="people-changes" aria-label={peopleTexts.rights.title}>
            <h3>{peopleTexts.rights.title}</h3>
            <ul>
              {rightsSentences(rights).map(sentence => (
                <li key={sentence}>{printable(sentence)}</li>
              ))}
            </ul>
            {rights.permissions.includes('manage_users') && (
              <p className="error-text strong-text">{peopleTexts.change.dangerous}</p>
            )}
          </section>
        )}
      </FormDialog>
      {user && (
        <OverwriteDialog error={form.error} onOverwrite={() => overwrite(user)} onClose={form.forget} />
      )}
    </>
  )
}

type Fields = ReturnType<typeof fieldsOf>

/** The values of the form for a user, or for a new one, without the password. */
function fieldsOf(user: User | undefined) {
  return {
    username: user?.username ?? '',
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    email: user?.email ?? '',
    is_active: user?.is_active ?? true,
    groups: user?.groups ?? [],
  }
}

/** The body that changes a user. An empty password stays as it is. */
function changesOf(user: User, fields: Fields, password: string): UserPatch {
  return { ...changedMembers(fieldsOf(user), fields), ...(password !== '' && { password }) }
}
