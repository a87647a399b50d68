import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { saveTemplate } from '../../api/dashboards.ts'
import { ApiError, errorText } from '../../api/http/api-error.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { showToast } from '../../components/toast.tsx'
import { useHasPermission } from '../../state/session.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'

const { templates: texts, actions } = dashboardTexts

interface Props {
  id: number
  title: string
  onClose: () => void
}

/** Writes a dashboard into the template folder of the service. */
export function SaveTemplateDialog({ id, title, onClose }: Props) {
  const [path, setPath] = useState(() => `${fileNameFrom(title)}.yaml`)
  const mayOverwrite = useHasPermission('manage_dashboards')
  const save = useMutation({
    mutationFn: (overwrite: boolean) => saveTemplate(id, path.trim(), overwrite),
    onSuccess: () => {
      showToast(texts.saved(path.trim()))
      onClose()
    },
  })
  const isTaken = save.error instanceof ApiError && save.error.status === 409
  const fault = isTaken ? texts.exists : save.error ? errorText(save.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(false)
  }
  return (
    <Dialog title={texts.saveTitle} onClose={onClose} className="confirm">
      <form onSubmit={submit}>
        <TextField
          label={texts.path}
          hint={texts.pathHint}
          fault={fault}
          value={path}
          required
          spellCheck={false}
          onChange={value => {
            save.reset()
            setPath(value)
          }}
        />
        <div className="form-actions">
          <Button onClick={onClose}>{actions.cancel}</Button>
          {isTaken && mayOverwrite && (
            <Button className="danger" onClick={() => save.mutate(true)}>
              {texts.overwrite}
            </Button>
          )}
          <Button type="submit" className="primary" disabled={save.isPending}>
            {actions.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A title as the name of a file. */
function fileNameFrom(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  return name === '' ? 'dashboard' : name
}
