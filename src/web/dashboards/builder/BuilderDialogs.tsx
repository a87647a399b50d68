import { lazy, Suspense } from 'react'
import { momentText } from '../../../charts/time-text.ts'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { useZone } from '../../state/preferences.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { WidgetContext } from '../../widgets/data/widget-context.ts'
import { newWidget, withContent, withSettings, withWidget } from '../draft/draft.ts'
import { CopyWidgetDialog } from './CopyWidgetDialog.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import type { Builder } from './use-builder.ts'
import { type BuilderDialog, nextKey } from './use-grid-editor.ts'

const { conflict: texts } = dashboardTexts

const WidgetEditor = lazy(async () => ({
  default: (await import('../../widgets/edit/WidgetEditor.tsx')).WidgetEditor,
}))
const SettingsDialog = lazy(async () => ({
  default: (await import('../settings/SettingsDialog.tsx')).SettingsDialog,
}))

interface Props {
  builder: Builder
  dashboard: Dashboard | undefined
  context: WidgetContext
  dialog: BuilderDialog
  onDialog: (dialog: BuilderDialog) => void
}

/** The dialogs of the builder. */
export function BuilderDialogs({ builder, dashboard, context, dialog, onDialog }: Props) {
  const close = () => onDialog(undefined)
  return (
    <Suspense>
      {dialog?.kind === 'add' && (
        <WidgetEditor
          widget={undefined}
          context={context}
          onSave={async widget => {
            builder.change(draft => withWidget(draft, newWidget(nextKey(), widget)))
            close()
          }}
          onCancel={close}
        />
      )}
      {dialog?.kind === 'edit' && (
        <WidgetEditor
          widget={{ type: dialog.widget.type, config: dialog.widget.config }}
          context={context}
          onSave={async ({ type, title, config = {} }) => {
            const titled = title === undefined ? config : { ...config, title }
            builder.change(draft => withContent(draft, dialog.widget.key, { type, config: titled }))
            close()
          }}
          onCancel={close}
        />
      )}
      {dialog?.kind === 'settings' && (
        <SettingsDialog
          draft={builder.draft}
          onApply={settings => {
            builder.change(draft => withSettings(draft, settings))
            close()
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'copy-to' && (
        <CopyWidgetDialog widget={dialog.widget} ownId={dashboard?.id} onClose={close} />
      )}
      {builder.conflictAt !== undefined && <ConflictDialog builder={builder} at={builder.conflictAt} />}
      <LeaveDialog isDirty={builder.isDirty} onDiscard={builder.discard} />
    </Suspense>
  )
}

/** Says that the dashboard was saved elsewhere, before it is overwritten. */
function ConflictDialog({ builder, at }: { builder: Builder; at: number }) {
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
