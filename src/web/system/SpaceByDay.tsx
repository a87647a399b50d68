import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { Retention } from '../../schema/store/retention.ts'
import type { StoredDay } from '../../schema/store/stored-space.ts'
import { formatFileSize } from '../../schema/text/format-bytes.ts'
import { changeRetention, readRetention } from '../api/system.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { ReadError } from '../components/ErrorNotice.tsx'
import { Form } from '../components/forms/Form.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import type { Column } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { showToast } from '../components/toast.tsx'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { useStoredSpace } from './readings.ts'
import { classesText, fieldsOf, retentionPatch } from './retention-patch.ts'
import { ShortTable } from './ShortTable.tsx'

const texts = systemTexts.space
/** Number of days listed at first, the newest ones. */
const maxListed = 7

/**
 * The card with the disk space that events use, by day, and the retention. A day has a badge if a legal hold
 * keeps it, or if it is about to be dropped.
 */
export function SpaceByDay() {
  const [isChanging, setIsChanging] = useState(false)
  const canChange = useHasPermission('manage_retention')
  const reading = useStoredSpace()
  const { data } = reading
  const days = data?.days.toReversed() ?? []
  const largest = Math.max(1, ...days.map(({ bytes }) => bytes))
  const columns: Column<StoredDay>[] = [
    {
      heading: texts.columns.day,
      className: 'cell-title number',
      cell: ({ day, holds: holdCount, held_by: holdNames, is_announced: isAboutToBeDropped }) => (
        <>
          {day}
          {holdCount > 0 && (
            <span className="badge notice">
              {holdNames.length > 0 ? texts.heldBy(printable(holdNames.join(', '))) : texts.held(holdCount)}
            </span>
          )}
          {isAboutToBeDropped && <span className="badge warning">{texts.announced}</span>}
        </>
      ),
    },
    { heading: texts.columns.rows, className: 'end number', cell: ({ rows }) => exactNumber(rows) },
    { heading: texts.columns.bytes, className: 'end number', cell: ({ bytes }) => formatFileSize(bytes) },
    {
      heading: texts.columns.share,
      isHeadingUnseen: true,
      className: 'system-share',
      cell: ({ bytes }) => (
        <span className="system-meter track" aria-hidden="true">
          <span style={{ width: `${(bytes / largest) * 100}%` }} />
        </span>
      ),
    },
  ]
  return (
    <Section
      id="system-space"
      heading={texts.heading}
      bar={
        <>
          {data && (
            <span className="faint number">
              {texts.total(formatFileSize(data.bytes), exactNumber(data.rows), days.length)}
            </span>
          )}
          <span className="grow" />
          {data && (
            <span className="faint">
              {texts.kept(
                data.retention.days,
                data.retention.bytes === 0 ? undefined : formatFileSize(data.retention.bytes),
              )}
            </span>
          )}
          {canChange && (
            <Button className="small" onClick={() => setIsChanging(true)}>
              {systemTexts.retention.change}
            </Button>
          )}
        </>
      }
    >
      {isChanging && <RetentionDialog onClose={() => setIsChanging(false)} />}
      <ReadError of={reading} title={texts.failed} />
      {data && days.length === 0 && <p className="soft">{texts.empty}</p>}
      <ShortTable
        rows={days}
        columns={columns}
        keyOf={({ day }) => day}
        maxListed={maxListed}
        allText={texts.all}
      />
    </Section>
  )
}

const retentionTexts = systemTexts.retention

/** The dialog that shows how long events are kept, and changes it. */
function RetentionDialog({ onClose }: { onClose: () => void }) {
  const reading = useRead(['retention'], readRetention, {
    // The form compares typed values with these settings, which are therefore not read again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Dialog title={retentionTexts.title} onClose={onClose} width={720}>
      <ReadError of={reading} title={retentionTexts.failed} />
      {reading.data && <RetentionForm retention={reading.data} onClose={onClose} />}
    </Dialog>
  )
}

function RetentionForm({ retention, onClose }: { retention: Retention; onClose: () => void }) {
  const zone = useZone()
  const form = useForm({
    initial: fieldsOf(retention),
    faults: ['days', 'bytes', 'classes'],
    send: fields => changeRetention(retentionPatch(retention, fields)),
    reloads: ['system', 'storage'],
    onSent: ({ due_days: due }) => {
      showToast(due === null || due.length === 0 ? retentionTexts.saved : retentionTexts.savedDue(due.length))
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
      action={retentionTexts.save}
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
            {retentionTexts.reset}
          </Button>
        )
      }
    >
      <div className="form-pair">
        <TextField
          label={retentionTexts.days}
          hint={retentionTexts.daysHint(days)}
          {...form.text('days')}
          type="number"
          required
          min={1}
          max={36_500}
        />
        <TextField
          label={retentionTexts.gigabytes}
          hint={retentionTexts.gigabytesHint(bytes === 0 ? undefined : formatFileSize(bytes))}
          {...form.text('gigabytes', 'bytes')}
          type="number"
          min={0}
          step="any"
        />
      </div>
      <TextField
        label={retentionTexts.classes}
        hint={retentionTexts.classesHint(classesText(retention.default_classes))}
        {...form.text('classes')}
      />
      {retention.unset_classes.length > 0 && (
        <p className="soft">{retentionTexts.unsetClasses(retention.unset_classes.join(', '))}</p>
      )}
      <p className="soft">{retentionTexts.notice}</p>
      {changedAt !== null && (
        <p className="faint">
          {retentionTexts.changed(printable(changedBy ?? ''), momentText(changedAt, zone))}
        </p>
      )}
    </Form>
  )
}
