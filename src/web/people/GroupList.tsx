import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { type Group, GroupDraft } from '../../schema/people/group.ts'
import type { User } from '../../schema/people/user.ts'
import { changeGroup, createGroup, deleteGroup, readGroup } from '../api/people.ts'
import { Button } from '../components/Button.tsx'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { ChangedElsewhereError, OverwriteDialog } from '../components/dialogs/OverwriteDialog.tsx'
import { changedMembers, hasConflict } from '../components/forms/changed-members.ts'
import { SearchInput } from '../components/forms/SearchInput.tsx'
import { TextArea } from '../components/forms/TextArea.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { IconButton } from '../components/IconButton.tsx'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { showToast } from '../components/toast.tsx'
import { useAction } from '../components/use-action.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import { hostsSentence, linesOf, patternsOf, permissionOrder } from './access-text.ts'
import { ChangeSummary } from './ChangeSummary.tsx'
import { CheckList } from './CheckList.tsx'
import { groupChange } from './change-text.ts'
import { RoleField } from './RoleField.tsx'
import type { ListProps } from './UserList.tsx'
import { peopleKey, useAllUsers, useGroups } from './use-people.ts'

const { groupList: texts, groupForm: formTexts, abilities } = peopleTexts

/** The table of groups by name, with the permissions and hosts that they give their members. */
export function GroupList({ isCreating, onNew, onDialogClose }: ListProps) {
  const list = useGroups()
  const { act } = useAction(peopleKey)
  const [edited, setEdited] = useState<Group>()
  const columns: Column<Group>[] = [
    {
      heading: texts.group,
      className: 'cell-title',
      cell: group => (
        <>
          <button type="button" className="title-button" onClick={() => setEdited(group)}>
            {printable(group.name)}
          </button>
          <span className="faint">{printable(group.description)}</span>
        </>
      ),
    },
    {
      heading: texts.may,
      className: 'people-wrap',
      cell: ({ permissions }) =>
        permissions.length === 0 ? (
          <span className="faint">{texts.nothing}</span>
        ) : (
          <ul className="people-abilities">
            {permissionOrder
              .filter(permission => permissions.includes(permission))
              .map(permission => (
                <li key={permission}>{abilities[permission]}</li>
              ))}
          </ul>
        ),
    },
    {
      heading: texts.hosts,
      className: 'people-wrap',
      cell: ({ hosts }) => hostsSentence(hosts.map(pattern => printable(pattern))),
    },
    { heading: texts.members, cell: ({ members }) => texts.memberCount(members.length) },
    {
      heading: peopleTexts.actions,
      className: actionsColumn,
      cell: group => (
        <>
          <IconButton icon="pen" label={texts.edit(group.name)} onClick={() => setEdited(group)} />
          <DeleteButton
            name={group.name}
            title={texts.deleteTitle}
            onDelete={() => act(() => deleteGroup(group.id), texts.deleted(group.name))}
          >
            {texts.deleteText(group.name, group.members.length)}
          </DeleteButton>
        </>
      ),
    },
  ]
  return (
    <>
      <PagedTable
        list={{ ...list, data: list.data && { objects: list.data } }}
        columns={columns}
        errorTitle={texts.failed}
        empty={
          <EmptyList
            title={texts.empty}
            text={texts.emptyWhy}
            action={
              <Button className="primary" onClick={onNew}>
                {texts.new}
              </Button>
            }
          />
        }
      />
      {isCreating && <GroupDialog group={undefined} onClose={onDialogClose} />}
      {edited && <GroupDialog group={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

/** What a new group is compared with, to describe what it gives. */
const emptyGroup = { permissions: [], hosts: [], members: [], external_groups: [] }

/** Creates a group, or changes one. */
function GroupDialog({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
  const users = useAllUsers().data ?? []
  const form = useForm({
    shape: GroupDraft,
    initial: valuesOf(group),
    faults: ['name', 'description', 'hosts', 'external_groups'],
    send: async values => {
      const body = bodyOf(values)
      if (!group) return createGroup(body)
      const before = bodyOf(valuesOf(group))
      if (hasConflict(before, body, bodyOf(valuesOf(await readGroup(group.id)))))
        throw new ChangedElsewhereError()
      return changeGroup(group.id, changedMembers(before, body))
    },
    reloads: [peopleKey],
    onSent: ({ name }) => {
      showToast(group ? texts.saved(name) : texts.created(name))
      onClose()
    },
  })
  const { values, set } = form
  const body = bodyOf(values)
  const saveLabel = group ? peopleTexts.save : peopleTexts.create
  const nameOf = (id: number) => users.find(user => user.id === id)?.fullname ?? String(id)
  return (
    <>
      <FormDialog
        title={group ? formTexts.editTitle(printable(group.name)) : formTexts.newTitle}
        form={form}
        action={form.isSending ? peopleTexts.saving : saveLabel}
        onClose={onClose}
      >
        <div className="form-pair">
          <TextField {...form.field('name')} autoComplete="off" />
          <TextField {...form.field('description')} autoComplete="off" />
        </div>
        <RoleField chosen={values.permissions} onChange={permissions => set({ permissions })} />
        <TextArea
          inputClass="mono"
          label={formTexts.hosts}
          hint={printable(`${formTexts.hostsHint} ${hostsSentence(body.hosts)}.`)}
          {...form.text('hosts')}
          rows={3}
          spellCheck={false}
        />
        <MemberField users={users} chosen={values.members} onChange={members => set({ members })} />
        <TextArea
          inputClass="mono"
          {...form.field('external_groups')}
          hint={formTexts.externalGroupsHint}
          rows={2}
          spellCheck={false}
        />
        <ChangeSummary effect={groupChange(group ?? emptyGroup, body, nameOf)} />
      </FormDialog>
      {group && (
        <OverwriteDialog
          error={form.error}
          onOverwrite={() =>
            form.sendInstead(() => changeGroup(group.id, changedMembers(bodyOf(valuesOf(group)), body)))
          }
          onClose={form.forget}
        />
      )}
    </>
  )
}

/** The values of the form for a group, or for a new one. */
function valuesOf(group: Group | undefined) {
  return {
    name: group?.name ?? '',
    description: group?.description ?? '',
    permissions: group?.permissions ?? [],
    members: group?.members ?? [],
    hosts: (group?.hosts ?? []).join('\n'),
    external_groups: (group?.external_groups ?? []).join('\n'),
  }
}

/** What the form sends. The form has patterns of hosts and external groups as lines. */
function bodyOf<T extends { hosts: string; external_groups: string }>({
  hosts,
  external_groups,
  ...rest
}: T) {
  return { ...rest, hosts: patternsOf(hosts), external_groups: linesOf(external_groups) }
}

/** With more users there is a box to find users. */
const maxUsersWithoutSearch = 8

interface MemberFieldProps {
  users: readonly User[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** The choice of a group's members among all users, or among users whose name contains the typed text. */
function MemberField({ users, chosen, onChange }: MemberFieldProps) {
  const [text, setText] = useState('')
  const searchText = text.trim().toLowerCase()
  const shownUsers = users.filter(({ username, fullname }) =>
    `${username} ${fullname}`.toLowerCase().includes(searchText),
  )
  return (
    <div>
      {users.length > maxUsersWithoutSearch && (
        <SearchInput label={formTexts.findMember} value={text} onChange={setText} />
      )}
      <CheckList
        legend={formTexts.members}
        className="short"
        options={shownUsers.map(user => ({
          value: user.id,
          text: user.fullname,
          ...(user.fullname !== user.username && { note: user.username }),
        }))}
        chosen={chosen}
        onChange={onChange}
      />
      {users.length > 0 && shownUsers.length === 0 && <p className="faint">{formTexts.noMatch}</p>}
    </div>
  )
}
