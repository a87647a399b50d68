import { printable } from '../../charts/printable.ts'
import { type Group, GroupDraft, permissions } from '../../schema/people/group.ts'
import { createGroup, updateGroup } from '../api/people.ts'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { TextArea } from '../components/forms/TextArea.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { showToast } from '../components/toast.tsx'
import { peopleTexts } from '../texts/settings/people.ts'
import { hostsSentence, linesOf, patternsOf, permissionOrder } from './access-text.ts'
import { ChangeSummary } from './ChangeSummary.tsx'
import { CheckList } from './CheckList.tsx'
import { groupChange } from './change-text.ts'
import { MemberField } from './MemberField.tsx'
import { useAllUsers, useReloadPeople } from './use-people.ts'

const { groupForm: texts, groupList, abilities } = peopleTexts
const emptyGroup = { permissions: [], hosts: [], members: [], external_groups: [] }

/** Creates a group, or changes one. */
export function GroupDialog({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
  const reload = useReloadPeople()
  const users = useAllUsers().data ?? []
  const form = useForm({
    shape: GroupDraft,
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      permissions: group?.permissions ?? [],
      members: group?.members ?? [],
      hosts: (group?.hosts ?? []).join('\n'),
      external_groups: (group?.external_groups ?? []).join('\n'),
    },
    faults: ['name', 'description', 'hosts', 'external_groups'],
    send: values => (group ? updateGroup(group.id, bodyOf(values)) : createGroup(bodyOf(values))),
    onSent: ({ name }) => {
      showToast(group ? groupList.saved(name) : groupList.created(name))
      reload()
      onClose()
    },
  })
  const { values, set } = form
  const body = bodyOf(values)
  const nameOf = (id: number) => printable(users.find(user => user.id === id)?.fullname ?? String(id))
  return (
    <FormDialog
      title={group ? texts.editTitle(printable(group.name)) : texts.newTitle}
      form={form}
      action={form.isSending ? peopleTexts.saving : group ? peopleTexts.save : peopleTexts.create}
      onClose={onClose}
    >
      <div className="form-pair">
        <TextField {...form.field('name')} autoComplete="off" />
        <TextField {...form.field('description')} autoComplete="off" />
      </div>
      <CheckList
        legend={texts.permissions}
        options={permissionOrder.map(value => ({ value, text: abilities[value] }))}
        chosen={values.permissions}
        onChange={chosen => set({ permissions: permissions.filter(one => chosen.includes(one)) })}
      />
      <TextArea
        label={texts.hosts}
        hint={printable(`${texts.hostsHint} ${hostsSentence(body.hosts)}.`)}
        {...form.text('hosts')}
        rows={3}
        spellCheck={false}
      />
      <MemberField users={users} chosen={values.members} onChange={members => set({ members })} />
      <TextArea
        {...form.field('external_groups')}
        hint={texts.externalGroupsHint}
        rows={2}
        spellCheck={false}
      />
      <ChangeSummary sentences={groupChange(group ?? emptyGroup, body, nameOf)} />
    </FormDialog>
  )
}

/** What the form sends: patterns and groups are typed as lines. */
function bodyOf<T extends { hosts: string; external_groups: string }>({
  hosts,
  external_groups,
  ...rest
}: T) {
  return { ...rest, hosts: patternsOf(hosts), external_groups: linesOf(external_groups) }
}
