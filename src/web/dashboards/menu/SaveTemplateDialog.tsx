import { saveTemplate } from '../../api/dashboards.ts'
import { ApiError, errorText } from '../../api/http/api-error.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useForm } from '../../components/forms/use-form.ts'
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
  const mayOverwrite = useHasPermission('manage_dashboards')
  const save = (path: string, overwrite: boolean) => saveTemplate(id, path.trim(), overwrite)
  const form = useForm({
    initial: () => ({ path: `${fileNameFrom(title)}.yaml` }),
    faults: [],
    send: ({ path }) => save(path, false),
    onSent: () => {
      showToast(texts.saved(path.trim()))
      onClose()
    },
  })
  const { path } = form.values
  const isTaken = form.error instanceof ApiError && form.error.status === 409
  const otherFault = form.error ? errorText(form.error) : undefined
  return (
    <Dialog title={texts.saveTitle} onClose={onClose} className="confirm">
      <form onSubmit={form.submit}>
        <TextField
          label={texts.path}
          hint={texts.pathHint}
          fault={isTaken ? texts.exists : otherFault}
          value={path}
          required
          spellCheck={false}
          onChange={path => {
            // During a request, this would also drop its outcome.
            if (!form.isSending) form.forget()
            form.set({ path })
          }}
        />
        <div className="form-actions">
          <Button onClick={onClose}>{actions.cancel}</Button>
          {isTaken && mayOverwrite && (
            <Button className="danger" onClick={() => form.sendInstead(() => save(path, true))}>
              {texts.overwrite}
            </Button>
          )}
          <Button type="submit" className="primary" disabled={form.isSending}>
            {actions.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A file name without extension for a title: `Top hosts (24 h)` becomes `top-hosts-24-h`. */
function fileNameFrom(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  return name === '' ? 'dashboard' : name
}
