import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { Group } from '../../schema/people/group.ts'
import { deleteGroup } from '../api/people.ts'
import { Button } from '../components/Button.tsx'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { Notice } from '../components/Notice.tsx'
import { useAction } from '../components/use-action.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import { hostsSentence, permissionOrder } from './access-text.ts'
import { GroupDialog } from './GroupDialog.tsx'
import type { ListProps } from './UserList.tsx'
import { peopleKey, useGroups } from './use-people.ts'

const { groupList: texts, abilities } = peopleTexts

/** Groups by name, with their members' permissions and hosts. */
export function GroupList({ isCreating, onNew, onCreated }: ListProps) {
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
              .filter(one => permissions.includes(one))
              .map(one => (
                <li key={one}>{abilities[one]}</li>
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
          <Notice title={texts.empty}>
            {texts.emptyWhy}
            <div className="actions">
              <Button className="primary" onClick={onNew}>
                {texts.new}
              </Button>
            </div>
          </Notice>
        }
      />
      {isCreating && <GroupDialog group={undefined} onClose={onCreated} />}
      {edited && <GroupDialog group={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
