import { useQueryClient } from '@tanstack/react-query'
import { LegalHoldDraft } from '../../schema/store/legal-hold.ts'
import { placeLegalHold } from '../api/legal-holds.ts'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { showToast } from '../components/toast.tsx'
import { systemTexts } from '../texts/settings/system.ts'
import { type HoldFields, holdDraft } from './hold-draft.ts'

const texts = systemTexts.holds
const emptyFields: HoldFields = { name: '', reason: '', hosts: '', search: '', fromDay: '', toDay: '' }

/** Places a legal hold. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    shape: LegalHoldDraft,
    initial: emptyFields,
    faults: ['name', 'reason', 'ts_from', 'ts_to'],
    send: fields => placeLegalHold(holdDraft(fields)),
    onSent: ({ name }) => {
      showToast(texts.placed(name))
      void client.invalidateQueries({ queryKey: ['legal-holds'] })
      onClose()
    },
  })
  return (
    <FormDialog title={texts.title} form={form} action={texts.place} onClose={onClose}>
      <TextField {...form.field('name')} autoComplete="off" />
      <TextField {...form.field('reason')} autoComplete="off" />
      <div className="form-pair">
        <TextField label={texts.hosts} hint={texts.hostsHint} {...form.text('hosts')} autoComplete="off" />
        <TextField label={texts.search} hint={texts.searchHint} {...form.text('search')} autoComplete="off" />
      </div>
      <div className="form-pair">
        <TextField label={texts.fromDay} {...form.text('fromDay', 'ts_from')} type="date" />
        <TextField label={texts.toDay} {...form.text('toDay', 'ts_to')} type="date" />
      </div>
      <p className="soft">{texts.notice}</p>
    </FormDialog>
  )
}
