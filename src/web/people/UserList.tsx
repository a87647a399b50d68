import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { User } from '../../schema/people/user.ts'
import { deleteUser, readUsers } from '../api/people.ts'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { useAction } from '../components/use-action.ts'
import { useNow } from '../components/use-now.ts'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import { peopleAddress } from './people-address.ts'
import { UserDialog } from './UserDialog.tsx'
import { peopleKey, useGroups, usersKey } from './use-people.ts'

const { userList: texts } = peopleTexts
const pageSize = 50

/** Properties that the lists of users and of groups share. */
export interface ListProps {
  /** The dialog for a new entry is open. */
  isCreating: boolean
  onNew: () => void
  /** Called when that dialog closes. */
  onCreated: () => void
}

/** The table of users, ordered by name. It is never empty: it has at least the user who reads it. */
export function UserList({ page, isCreating, onCreated }: ListProps & { page: number }) {
  const users = useRead(usersKey(page), signal => readUsers(page, pageSize, signal))
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
      {isCreating && <UserDialog user={undefined} groups={groups} onClose={onCreated} />}
      {edited && <UserDialog user={edited} groups={groups} onClose={() => setEdited(undefined)} />}
    </>
  )
}
