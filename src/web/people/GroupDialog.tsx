import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { type Group, permissions } from '../../schema/people/group.ts'
import { createGroup, updateGroup } from '../api/people.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { Field } from '../components/forms/Field.tsx'
import { FormFault } from '../components/forms/FormFault.tsx'
import { formError } from '../components/forms/form-error.ts'
import { TextField } from '../components/forms/TextField.tsx'
import { showToast } from '../components/toast.tsx'
import { peopleTexts } from '../texts/settings/people.ts'
import { hostsSentence, linesOf, patternsOf, permissionOrder } from './access-text.ts'
import { ChangeSummary } from './ChangeSummary.tsx'
import { CheckList } from './CheckList.tsx'
import { groupChange } from './change-text.ts'
import { MemberField } from './MemberField.tsx'
import { useAllUsers, useReloadPeople } from './use-people.ts'

const { groupForm: texts, groupList, abilities } = peopleTexts
const nothing = { permissions: [], hosts: [], members: [], external_groups: [] }

/** Creates a group, or changes one. */
export function GroupDialog({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
  const reload = useReloadPeople()
  const users = useAllUsers().data ?? []
  const [form, setForm] = useState({
    name: group?.name ?? '',
    description: group?.description ?? '',
    permissions: group?.permissions ?? [],
    members: group?.members ?? [],
  })
  const [patterns, setPatterns] = useState((group?.hosts ?? []).join('\n'))
  const [external, setExternal] = useState((group?.external_groups ?? []).join('\n'))
  const body = { ...form, hosts: patternsOf(patterns), external_groups: linesOf(external) }
  const save = useMutation({
    mutationFn: () => (group ? updateGroup(group.id, body) : createGroup(body)),
    onSuccess: ({ name }) => {
      showToast(group ? groupList.saved(name) : groupList.created(name))
      reload()
      onClose()
    },
  })
  const fault = formError(save.error, ['name', 'description', 'hosts', 'external_groups'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const nameOf = (id: number) => printable(users.find(user => user.id === id)?.fullname ?? String(id))
  return (
    <Dialog
      title={group ? texts.editTitle(printable(group.name)) : texts.newTitle}
      onClose={onClose}
      className="people-dialog"
    >
      <form className="people-form" onSubmit={submit}>
        <div className="form-pair">
          <TextField
            label={texts.name}
            fault={fault.of('name')}
            value={form.name}
            required
            maxLength={150}
            autoComplete="off"
            onChange={name => setForm({ ...form, name })}
          />
          <TextField
            label={texts.description}
            fault={fault.of('description')}
            value={form.description}
            maxLength={1_000}
            autoComplete="off"
            onChange={description => setForm({ ...form, description })}
          />
        </div>
        <CheckList
          legend={texts.permissions}
          options={permissionOrder.map(value => ({ value, text: abilities[value] }))}
          chosen={form.permissions}
          onChange={chosen =>
            setForm({ ...form, permissions: permissions.filter(one => chosen.includes(one)) })
          }
        />
        <Field
          label={texts.hosts}
          hint={printable(`${texts.hostsHint} ${hostsSentence(body.hosts)}.`)}
          fault={fault.of('hosts')}
        >
          {field => (
            <textarea
              {...field}
              className="field"
              rows={3}
              spellCheck={false}
              value={patterns}
              onChange={event => setPatterns(event.target.value)}
            />
          )}
        </Field>
        <MemberField
          users={users}
          chosen={form.members}
          onChange={members => setForm({ ...form, members })}
        />
        <Field
          label={texts.externalGroups}
          hint={texts.externalGroupsHint}
          fault={fault.of('external_groups')}
        >
          {field => (
            <textarea
              {...field}
              className="field"
              rows={2}
              spellCheck={false}
              value={external}
              onChange={event => setExternal(event.target.value)}
            />
          )}
        </Field>
        <ChangeSummary sentences={groupChange(group ?? nothing, body, nameOf)} />
        <FormFault text={fault.rest} />
        <div className="form-actions">
          <Button onClick={onClose}>{peopleTexts.cancel}</Button>
          <Button type="submit" className="primary" disabled={save.isPending}>
            {save.isPending ? peopleTexts.saving : group ? peopleTexts.save : peopleTexts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
