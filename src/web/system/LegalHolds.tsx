import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import { type LegalHold, LegalHoldDraft } from '../../schema/store/legal-hold.ts'
import { liftLegalHold, placeLegalHold } from '../api/system.ts'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { showToast } from '../components/toast.tsx'
import { useAction } from '../components/use-action.ts'
import { useZone } from '../state/preferences.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { type HoldFields, heldText, holdDraft } from './hold-draft.ts'
import { useLegalHolds } from './readings.ts'

const texts = systemTexts.holds

/** The section of legal holds, in force and lifted, for users with `manage_retention`. */
export function LegalHolds() {
  const zone = useZone()
  const [isPlacing, setIsPlacing] = useState(false)
  const holds = useLegalHolds()
  const columns: Column<LegalHold>[] = [
    {
      heading: texts.columns.name,
      className: 'cell-title',
      cell: ({ name, reason }) => (
        <>
          <strong>{printable(name)}</strong>
          <span className="faint">{printable(reason)}</span>
        </>
      ),
    },
    { heading: texts.columns.events, cell: heldText },
    {
      heading: texts.columns.placed,
      cell: hold => texts.byAt(printable(hold.placed_by), momentText(hold.placed_at, zone)),
    },
    {
      heading: texts.columns.state,
      cell: hold =>
        hold.lifted_at === null ? (
          <span className="badge notice">{texts.inForce}</span>
        ) : (
          texts.liftedBy(printable(hold.lifted_by ?? ''), momentText(hold.lifted_at, zone))
        ),
    },
    { heading: texts.columns.actions, className: actionsColumn, cell: hold => <LiftHold hold={hold} /> },
  ]
  return (
    <Section
      id="system-holds"
      heading={texts.heading}
      bar={
        <>
          <span className="grow" />
          <Button className="small" onClick={() => setIsPlacing(true)}>
            {texts.new}
          </Button>
        </>
      }
    >
      {isPlacing && <HoldDialog onClose={() => setIsPlacing(false)} />}
      <PagedTable
        list={holds}
        columns={columns}
        rowClass={hold => (hold.lifted_at === null ? undefined : 'resting')}
        errorTitle={texts.failed}
        empty={<p className="soft">{texts.empty}</p>}
      />
    </Section>
  )
}

/** The button that lifts a hold in force; nothing for a lifted one. */
function LiftHold({ hold }: { hold: LegalHold }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { act, isPending } = useAction('legal-holds')
  const name = printable(hold.name)
  return (
    <>
      {hold.lifted_at === null && (
        <Button
          className="small"
          aria-label={texts.liftOf(name)}
          disabled={isPending}
          onClick={() => setIsConfirming(true)}
        >
          {texts.lift}
        </Button>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={texts.liftTitle}
          confirmLabel={texts.lift}
          onConfirm={() => act(() => liftLegalHold(hold.id), texts.lifted(hold.name))}
          onClose={() => setIsConfirming(false)}
        >
          {texts.liftText(name)}
        </ConfirmDialog>
      )}
    </>
  )
}

const emptyFields: HoldFields = { name: '', reason: '', hosts: '', search: '', fromDay: '', toDay: '' }

/** Places a legal hold. */
function HoldDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    shape: LegalHoldDraft,
    initial: emptyFields,
    faults: ['name', 'reason', 'ts_from', 'ts_to'],
    send: fields => placeLegalHold(holdDraft(fields)),
    reloads: ['legal-holds'],
    onSent: ({ name }) => {
      showToast(texts.placed(name))
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
