import { useQueryClient } from '@tanstack/react-query'
import { addWidget, readDashboardNames } from '../../api/dashboards.ts'
import { errorText } from '../../api/http/api-error.ts'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { FormDialog } from '../../components/dialogs/FormDialog.tsx'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { showToast } from '../../components/toast.tsx'
import { useRead } from '../../state/use-read.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { PlacedWidget } from '../draft/draft.ts'

const { builder: texts } = dashboardTexts

interface Props {
  widget: PlacedWidget
  /** Of the dashboard that shows the widget. */
  ownId: number | undefined
  onClose: () => void
}

/** Copies a widget to another dashboard, in the first free row there. */
export function CopyWidgetDialog({ widget, ownId, onClose }: Props) {
  const client = useQueryClient()
  const { data, error } = useRead(['dashboards', 'names'], signal => readDashboardNames('', signal))
  const targets = data?.filter(({ id, read_only }) => id !== ownId && !read_only) ?? []
  const targetOf = (chosen: string) => chosen || String(targets[0]?.id ?? '')
  const form = useForm({
    initial: { chosen: '' },
    faults: [],
    send: ({ chosen }) => {
      // Without a position it goes below the existing widgets.
      const { col: _, row: __, ...config } = widget.config
      return addWidget(Number(targetOf(chosen)), { type: widget.type, config })
    },
    onSent: () => {
      const title = targets.find(({ id }) => String(id) === target)?.title ?? ''
      void client.invalidateQueries({ queryKey: ['dashboards', Number(target)] })
      showToast(texts.copiedTo(title))
      onClose()
    },
  })
  const target = targetOf(form.values.chosen)
  const failure = form.error ?? error
  if (data && targets.length === 0)
    return (
      <Dialog title={texts.copyToTitle} onClose={onClose} className="confirm">
        <p className="soft">{texts.copyToNone}</p>
      </Dialog>
    )
  return (
    <FormDialog
      title={texts.copyToTitle}
      className="confirm"
      width={620}
      layout="plain"
      // The only field shows why it was refused.
      form={{ ...form, rest: undefined }}
      action={texts.copy}
      isReady={target !== ''}
      onClose={onClose}
    >
      <SelectField
        label={texts.copyToField}
        fault={failure ? errorText(failure) : undefined}
        value={target}
        options={targets.map(({ id, title }) => ({ value: String(id), text: title }))}
        onChange={chosen => form.set({ chosen })}
      />
    </FormDialog>
  )
}
