import { useMutation, useQueryClient } from '@tanstack/react-query'
import { printable } from '../../../charts/printable.ts'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { deleteDashboards } from '../../api/dashboards.ts'
import { errorText } from '../../api/http/api-error.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { FormFault } from '../../components/forms/Form.tsx'
import { showToast } from '../../components/toast.tsx'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'

const { remove: texts, actions } = dashboardTexts

interface Props {
  dashboards: readonly Dashboard[]
  onClose: () => void
  onDeleted: () => void
}

/** Deletes dashboards after a confirmation: all of them or none. */
export function DeleteDialog({ dashboards, onClose, onDeleted }: Props) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteDashboards(dashboards.map(({ id }) => id)),
    onSuccess: () => {
      for (const { id } of dashboards) client.removeQueries({ queryKey: ['dashboards', id] })
      void client.invalidateQueries({ queryKey: ['dashboards'] })
      showToast(actions.deleted(dashboards.length))
      onClose()
      onDeleted()
    },
  })
  return (
    <Dialog title={texts.title(dashboards.length)} onClose={onClose} className="confirm">
      <p className="soft">{texts.text(dashboards.map(({ title }) => printable(title)))}</p>
      <FormFault text={remove.error ? errorText(remove.error) : undefined} />
      <div className="form-actions">
        <Button onClick={onClose}>{actions.cancel}</Button>
        <Button className="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {actions.delete}
        </Button>
      </div>
    </Dialog>
  )
}
