import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addWidget, readDashboardNames } from '../../api/dashboards.ts'
import { errorText } from '../../api/http/api-error.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { showToast } from '../../components/toast.tsx'
import { useRead } from '../../state/use-read.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { PlacedWidget } from '../draft/draft.ts'

const { builder: texts, actions } = dashboardTexts

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
  const [chosen, setChosen] = useState<string>()
  const target = chosen ?? String(targets[0]?.id ?? '')
  const copy = useMutation({
    mutationFn: () => {
      // Without a position it goes below the existing widgets.
      const { col: _, row: __, ...config } = widget.config
      return addWidget(Number(target), { type: widget.type, config })
    },
    onSuccess: () => {
      const title = targets.find(({ id }) => String(id) === target)?.title ?? ''
      void client.invalidateQueries({ queryKey: ['dashboards', Number(target)] })
      showToast(texts.copiedTo(title))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    copy.mutate()
  }
  const failure = copy.error ?? error
  return (
    <Dialog title={texts.copyToTitle} onClose={onClose} className="confirm">
      {data && targets.length === 0 ? (
        <p className="soft">{texts.copyToNone}</p>
      ) : (
        <form onSubmit={submit}>
          <SelectField
            label={texts.copyToField}
            fault={failure ? errorText(failure) : undefined}
            value={target}
            options={targets.map(({ id, title }) => ({ value: String(id), text: title }))}
            onChange={setChosen}
          />
          <div className="form-actions">
            <Button onClick={onClose}>{actions.cancel}</Button>
            <Button type="submit" className="primary" disabled={target === '' || copy.isPending}>
              {texts.copy}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
