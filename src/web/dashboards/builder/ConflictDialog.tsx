import { momentText } from '../../../charts/time-text.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { useZone } from '../../state/preferences.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { Builder } from './use-builder.ts'

const { conflict: texts } = dashboardTexts

/** Says that the dashboard was saved elsewhere, before it is overwritten. */
export function ConflictDialog({ builder, at }: { builder: Builder; at: number }) {
  const zone = useZone()
  return (
    <Dialog title={texts.title} onClose={builder.closeConflict} className="confirm">
      <p className="soft">{texts.text(momentText(at, zone))}</p>
      <div className="form-actions">
        <Button onClick={builder.closeConflict}>{dashboardTexts.actions.cancel}</Button>
        <Button onClick={builder.discard}>{texts.reload}</Button>
        <Button className="danger" onClick={() => void builder.save(true)}>
          {texts.overwrite}
        </Button>
      </div>
    </Dialog>
  )
}
