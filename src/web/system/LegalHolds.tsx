import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { LegalHold } from '../../schema/store/legal-hold.ts'
import { liftLegalHold } from '../api/legal-holds.ts'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { useAction } from '../components/use-action.ts'
import { useZone } from '../state/preferences.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { HoldDialog } from './HoldDialog.tsx'
import { heldText } from './hold-draft.ts'
import { useLegalHolds } from './readings.ts'

const texts = systemTexts.holds

/** Legal holds: in force, and released. */
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

/** The button that releases a hold in force. */
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
