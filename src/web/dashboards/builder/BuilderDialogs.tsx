import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { momentText } from '../../../charts/time-text.ts'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { addWidget, readDashboardNames } from '../../api/dashboards.ts'
import { errorText } from '../../api/http/api-error.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { FormDialog } from '../../components/dialogs/FormDialog.tsx'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { showToast } from '../../components/toast.tsx'
import { lazyComponent } from '../../state/lazy-part.ts'
import { navigate } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { useRead } from '../../state/use-read.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { WidgetContext } from '../../widgets/data/widget-context.ts'
import {
  newWidget,
  type PlacedWidget,
  withContent,
  withGroup,
  withGroupSettings,
  withSettings,
  withWidget,
} from '../draft/draft.ts'
import { GroupDialog } from './GroupDialog.tsx'
import type { Builder } from './use-builder.ts'
import { type BuilderDialog, nextKey } from './use-grid-editor.ts'

const { conflict: texts } = dashboardTexts

const WidgetEditor = lazyComponent(
  async () => (await import('../../widgets/edit/WidgetEditor.tsx')).WidgetEditor,
)
const SettingsDialog = lazyComponent(
  async () => (await import('../settings/SettingsDialog.tsx')).SettingsDialog,
)

interface Props {
  builder: Builder
  dashboard: Dashboard | undefined
  context: WidgetContext
  dialog: BuilderDialog
  onDialog: (dialog: BuilderDialog) => void
  /** The address that the user wants to leave for with unsaved changes. */
  leaveTarget: string | undefined
  /** Stays on the page. */
  onStay: () => void
}

/** The dialog that is open over a dashboard, and the questions about conflicts and unsaved changes. */
export function BuilderDialogs(props: Props) {
  const { builder, dashboard, context, dialog, onDialog, leaveTarget, onStay } = props
  const close = () => onDialog(undefined)
  return (
    <>
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
      {dialog?.kind === 'group' && (
        <GroupDialog
          group={dialog.group}
          onApply={(title, isFolded) => {
            const { group } = dialog
            builder.change(draft =>
              group
                ? withGroupSettings(draft, group.key, title, isFolded)
                : withGroup(draft, title, isFolded),
            )
            close()
          }}
          onClose={close}
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
      {builder.conflictAt !== undefined && <ConflictDialog builder={builder} savedAt={builder.conflictAt} />}
      <LeaveDialog
        target={leaveTarget}
        isDirty={builder.isDirty}
        onDiscard={builder.discard}
        onStay={onStay}
      />
    </>
  )
}

/** Asks before a save overwrites a dashboard that was saved elsewhere (at `savedAt`, Unix seconds). */
function ConflictDialog({ builder, savedAt }: { builder: Builder; savedAt: number }) {
  const zone = useZone()
  return (
    <Dialog title={texts.title} onClose={builder.closeConflict} className="confirm">
      <p className="soft">{texts.text(momentText(savedAt, zone))}</p>
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

const { builder: builderTexts } = dashboardTexts

interface CopyWidgetDialogProps {
  widget: PlacedWidget
  /** Id of the dashboard that shows the widget. */
  ownId: number | undefined
  onClose: () => void
}

/** Copies a widget to another dashboard, below the widgets there. */
function CopyWidgetDialog({ widget, ownId, onClose }: CopyWidgetDialogProps) {
  const client = useQueryClient()
  const { data, error } = useRead(['dashboards', 'names'], readDashboardNames)
  const targets = data?.filter(({ id, read_only }) => id !== ownId && !read_only) ?? []
  /** The chosen dashboard, or the first one. */
  const targetOf = (chosen: string) => chosen || String(targets[0]?.id ?? '')
  const form = useForm({
    initial: { chosen: '' },
    faults: [],
    send: ({ chosen }) => {
      // A widget without a position is shown below the others.
      const { col: _, row: __, ...config } = widget.config
      return addWidget(Number(targetOf(chosen)), { type: widget.type, config })
    },
    onSent: () => {
      const title = targets.find(({ id }) => String(id) === target)?.title ?? ''
      void client.invalidateQueries({ queryKey: ['dashboards', Number(target)] })
      showToast(builderTexts.copiedTo(title))
      onClose()
    },
  })
  const target = targetOf(form.values.chosen)
  const failure = form.error ?? error
  if (data && targets.length === 0)
    return (
      <Dialog title={builderTexts.copyToTitle} onClose={onClose} className="confirm">
        <p className="soft">{builderTexts.copyToNone}</p>
      </Dialog>
    )
  return (
    <FormDialog
      title={builderTexts.copyToTitle}
      className="confirm"
      width={620}
      // The field shows the error, so the form does not.
      form={{ ...form, generalFault: undefined }}
      action={builderTexts.copy}
      isReady={target !== ''}
      onClose={onClose}
    >
      <SelectField
        label={builderTexts.copyToField}
        fault={failure ? errorText(failure) : undefined}
        value={target}
        options={targets.map(({ id, title }) => ({ value: String(id), text: title }))}
        onChange={chosen => form.set({ chosen })}
      />
    </FormDialog>
  )
}

const { leave: leaveTexts } = dashboardTexts

/** Asks before the user leaves a page with unsaved changes. */
function LeaveDialog({
  target,
  isDirty,
  onDiscard,
  onStay,
}: {
  target: string | undefined
  isDirty: boolean
  onDiscard: () => void
  onStay: () => void
}) {
  // After `onDiscard` nothing is unsaved: the page goes where the user wanted to.
  useEffect(() => {
    if (isDirty || target === undefined) return
    navigate(target)
    onStay()
  })
  if (target === undefined || !isDirty) return null
  return (
    <Dialog title={leaveTexts.title} onClose={onStay} className="confirm">
      <p className="soft">{leaveTexts.text}</p>
      <div className="form-actions">
        <Button onClick={onStay}>{leaveTexts.stay}</Button>
        <Button className="danger" onClick={onDiscard}>
          {leaveTexts.leave}
        </Button>
      </div>
    </Dialog>
  )
}
