import { useQueryClient } from '@tanstack/react-query'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { Retention } from '../../schema/store/retention.ts'
import { changeRetention, readRetention } from '../api/system.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { ReadError } from '../components/ErrorNotice.tsx'
import { Form } from '../components/forms/Form.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { showToast } from '../components/toast.tsx'
import { byteText } from '../files/byte-text.ts'
import { useZone } from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { classesText, fieldsOf, retentionPatch } from './retention-patch.ts'

const texts = systemTexts.retention

/** Shows how long events are kept, and changes it. */
export function RetentionDialog({ onClose }: { onClose: () => void }) {
  const reading = useRead(['retention'], readRetention, {
    // Typed values are compared with it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Dialog title={texts.title} onClose={onClose} width={720}>
      <ReadError of={reading} title={texts.failed} />
      {reading.data && <RetentionForm retention={reading.data} onClose={onClose} />}
    </Dialog>
  )
}

function RetentionForm({ retention, onClose }: { retention: Retention; onClose: () => void }) {
  const client = useQueryClient()
  const zone = useZone()
  const form = useForm({
    initial: fieldsOf(retention),
    faults: ['days', 'bytes', 'classes'],
    send: fields => changeRetention(retentionPatch(retention, fields)),
    onSent: ({ due_days: due }) => {
      showToast(due === null || due.length === 0 ? texts.saved : texts.savedDue(due.length))
      void client.invalidateQueries({ queryKey: ['system', 'storage'] })
      onClose()
    },
  })
  const { default_days: days, default_bytes: bytes, changed_at: changedAt, changed_by: changedBy } = retention
  const isDefault =
    retention.days === days &&
    retention.bytes === bytes &&
    classesText(retention.classes) === classesText(retention.default_classes)
  return (
    <Form
      form={form}
      action={texts.save}
      isReady={Object.keys(retentionPatch(retention, form.values)).length > 0}
      onCancel={onClose}
      aside={
        !isDefault && (
          <Button
            disabled={form.isSending}
            onClick={() =>
              form.sendInstead(() => changeRetention({ days: null, bytes: null, classes: null }))
            }
          >
            {texts.reset}
          </Button>
        )
      }
    >
      <div className="form-pair">
        <TextField
          label={texts.days}
          hint={texts.daysHint(days)}
          {...form.text('days')}
          type="number"
          required
          min={1}
          max={36_500}
        />
        <TextField
          label={texts.gigabytes}
          hint={texts.gigabytesHint(bytes === 0 ? undefined : byteText(bytes))}
          {...form.text('gigabytes', 'bytes')}
          type="number"
          min={0}
          step="any"
        />
      </div>
      <TextField
        label={texts.classes}
        hint={texts.classesHint(classesText(retention.default_classes))}
        {...form.text('classes')}
      />
      {retention.unset_classes.length > 0 && (
        <p className="soft">{texts.unsetClasses(retention.unset_classes.join(', '))}</p>
      )}
      <p className="soft">{texts.notice}</p>
      {changedAt !== null && (
        <p className="faint">{texts.changed(printable(changedBy ?? ''), momentText(changedAt, zone))}</p>
      )}
    </Form>
  )
}
