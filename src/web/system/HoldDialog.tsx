import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { placeLegalHold } from '../api/legal-holds.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { FormFault } from '../components/forms/FormFault.tsx'
import { formError } from '../components/forms/form-error.ts'
import { TextField } from '../components/forms/TextField.tsx'
import { showToast } from '../components/toast.tsx'
import { systemTexts } from '../texts/settings/system.ts'
import { type HoldFields, holdDraft } from './hold-draft.ts'
import '../styles/people.css'

const texts = systemTexts.holds
const nothing: HoldFields = { name: '', reason: '', hosts: '', search: '', fromDay: '', toDay: '' }

/** Places a legal hold. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [fields, setFields] = useState(nothing)
  const set = (member: keyof HoldFields) => (text: string) => setFields({ ...fields, [member]: text })
  const save = useMutation({
    mutationFn: () => placeLegalHold(holdDraft(fields)),
    onSuccess: ({ name }) => {
      showToast(texts.placed(name))
      void client.invalidateQueries({ queryKey: ['legal-holds'] })
      onClose()
    },
  })
  const fault = formError(save.error, ['name', 'reason', 'ts_from', 'ts_to'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <Dialog title={texts.title} onClose={onClose} className="people-dialog">
      <form className="people-form" onSubmit={submit}>
        <TextField
          label={texts.name}
          fault={fault.of('name')}
          required
          maxLength={255}
          autoComplete="off"
          value={fields.name}
          onChange={set('name')}
        />
        <TextField
          label={texts.reason}
          fault={fault.of('reason')}
          maxLength={10_000}
          autoComplete="off"
          value={fields.reason}
          onChange={set('reason')}
        />
        <div className="form-pair">
          <TextField
            label={texts.hosts}
            hint={texts.hostsHint}
            autoComplete="off"
            value={fields.hosts}
            onChange={set('hosts')}
          />
          <TextField
            label={texts.search}
            hint={texts.searchHint}
            autoComplete="off"
            value={fields.search}
            onChange={set('search')}
          />
        </div>
        <div className="form-pair">
          <TextField
            label={texts.fromDay}
            fault={fault.of('ts_from')}
            type="date"
            value={fields.fromDay}
            onChange={set('fromDay')}
          />
          <TextField
            label={texts.toDay}
            fault={fault.of('ts_to')}
            type="date"
            value={fields.toDay}
            onChange={set('toDay')}
          />
        </div>
        <p className="soft">{texts.notice}</p>
        <FormFault text={fault.rest} />
        <div className="form-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" className="primary" disabled={save.isPending}>
            {texts.place}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
