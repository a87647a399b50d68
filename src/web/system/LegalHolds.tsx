import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { LegalHold } from '../../schema/store/legal-hold.ts'
import { errorText } from '../api/http/api-error.ts'
import { liftLegalHold } from '../api/legal-holds.ts'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { showToast } from '../components/toast.tsx'
import { useZone } from '../state/preferences.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { HoldDialog } from './HoldDialog.tsx'
import { heldText } from './hold-draft.ts'
import { useLegalHolds } from './use-legal-holds.ts'

const texts = systemTexts.holds

/** Legal holds: in force, and released. */
export function LegalHolds() {
  const [isPlacing, setIsPlacing] = useState(false)
  const { data, error, refetch } = useLegalHolds(true)
  const holds = data?.objects ?? []
  return (
    <section className="system-section" aria-labelledby="system-holds">
      <div className="system-bar">
        <h2 id="system-holds">{texts.heading}</h2>
        <span className="grow" />
        <Button className="small" onClick={() => setIsPlacing(true)}>
          {texts.new}
        </Button>
      </div>
      {isPlacing && <HoldDialog onClose={() => setIsPlacing(false)} />}
      {!data && error && <ErrorNotice title={texts.failed} error={error} onRetry={() => void refetch()} />}
      {data && holds.length === 0 && <p className="soft">{texts.empty}</p>}
      {holds.length > 0 && (
        <table className="list-table">
          <thead>
            <tr>
              <th scope="col">{texts.columns.name}</th>
              <th scope="col">{texts.columns.events}</th>
              <th scope="col">{texts.columns.placed}</th>
              <th scope="col">{texts.columns.state}</th>
              <th scope="col">
                <span className="unseen">{texts.columns.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {holds.map(hold => (
              <HoldRow key={hold.id} hold={hold} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function HoldRow({ hold }: { hold: LegalHold }) {
  const zone = useZone()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const lift = useMutation({
    mutationFn: () => liftLegalHold(hold.id),
    onSuccess: () => showToast(texts.lifted(hold.name)),
    onError: error => showToast(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['legal-holds'] }),
  })
  const name = printable(hold.name)
  const isLifted = hold.lifted_at !== null
  return (
    <tr className={isLifted ? 'resting' : undefined}>
      <td className="cell-title">
        <strong>{name}</strong>
        <span className="faint">{printable(hold.reason)}</span>
      </td>
      <td data-label={texts.columns.events}>{printable(heldText(hold))}</td>
      <td data-label={texts.columns.placed}>
        {texts.byAt(printable(hold.placed_by), momentText(hold.placed_at, zone))}
      </td>
      <td data-label={texts.columns.state}>
        {hold.lifted_at === null ? (
          <span className="badge notice">{texts.inForce}</span>
        ) : (
          texts.liftedBy(printable(hold.lifted_by ?? ''), momentText(hold.lifted_at, zone))
        )}
      </td>
      <td className="cell-actions">
        {!isLifted && (
          <Button
            className="small"
            aria-label={texts.liftOf(name)}
            disabled={lift.isPending}
            onClick={() => setIsAsking(true)}
          >
            {texts.lift}
          </Button>
        )}
        {isAsking && (
          <ConfirmDialog
            title={texts.liftTitle}
            action={texts.lift}
            cancel={texts.cancel}
            onConfirm={() => lift.mutate()}
            onClose={() => setIsAsking(false)}
          >
            {texts.liftText(name)}
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
