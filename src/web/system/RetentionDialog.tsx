import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { Retention, RetentionPatch } from '../../schema/store/retention.ts'
import { changeRetention, readRetention } from '../api/system.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { FormFault } from '../components/forms/FormFault.tsx'
import { formError } from '../components/forms/form-error.ts'
import { TextField } from '../components/forms/TextField.tsx'
import { showToast } from '../components/toast.tsx'
import { byteText } from '../files/byte-text.ts'
import { useZone } from '../state/preferences.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { classesText, fieldsOf, retentionPatch } from './retention-patch.ts'
import '../styles/people.css'

const texts = systemTexts.retention

/** Shows how long events are kept, and changes it. */
export function RetentionDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => readRetention(signal),
    // Typed values are compared with it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Dialog title={texts.title} onClose={onClose} className="people-dialog">
      {!data && error && <ErrorNotice title={texts.failed} error={error} onRetry={() => void refetch()} />}
      {data && <RetentionForm retention={data} onClose={onClose} />}
    </Dialog>
  )
}

function RetentionForm({ retention, onClose }: { retention: Retention; onClose: () => void }) {
  const client = useQueryClient()
  const zone = useZone()
  const [fields, setFields] = useState(fieldsOf(retention))
  const save = useMutation({
    mutationFn: (patch: RetentionPatch) => changeRetention(patch),
    onSuccess: ({ due_days: due }) => {
      showToast(due === null || due.length === 0 ? texts.saved : texts.savedDue(due.length))
      void client.invalidateQueries({ queryKey: ['system', 'storage'] })
      onClose()
    },
  })
  const fault = formError(save.error, ['days', 'bytes', 'classes'])
  const patch = retentionPatch(retention, fields)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(patch)
  }
  const { default_days: days, default_bytes: bytes, changed_at: changedAt, changed_by: changedBy } = retention
  const isDefault =
    retention.days === days &&
    retention.bytes === bytes &&
    classesText(retention.classes) === classesText(retention.default_classes)
  return (
    <form className="people-form" onSubmit={submit}>
      <div className="form-pair">
        <TextField
          label={texts.days}
          hint={texts.daysHint(days)}
          fault={fault.of('days')}
          type="number"
          required
          min={1}
          max={36_500}
          value={fields.days}
          onChange={text => setFields({ ...fields, days: text })}
        />
        <TextField
          label={texts.gigabytes}
          hint={texts.gigabytesHint(bytes === 0 ? undefined : byteText(bytes))}
          fault={fault.of('bytes')}
          type="number"
          min={0}
          step="any"
          value={fields.gigabytes}
          onChange={text => setFields({ ...fields, gigabytes: text })}
        />
      </div>
      <TextField
        label={texts.classes}
        hint={texts.classesHint(classesText(retention.default_classes))}
        fault={fault.of('classes')}
        value={fields.classes}
        onChange={text => setFields({ ...fields, classes: text })}
      />
      {retention.unset_classes.length > 0 && (
        <p className="soft">{texts.unsetClasses(retention.unset_classes.join(', '))}</p>
      )}
      <p className="soft">{texts.notice}</p>
      {changedAt !== null && (
        <p className="faint">{texts.changed(printable(changedBy ?? ''), momentText(changedAt, zone))}</p>
      )}
      <FormFault text={fault.rest} />
      <div className="form-actions">
        {!isDefault && (
          <Button
            disabled={save.isPending}
            onClick={() => save.mutate({ days: null, bytes: null, classes: null })}
          >
            {texts.reset}
          </Button>
        )}
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          type="submit"
          className="primary"
          disabled={save.isPending || Object.keys(patch).length === 0}
        >
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
