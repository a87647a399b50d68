import { useMutation, useQueryClient } from '@tanstack/react-query'
import { printable } from '../../../charts/printable.ts'
import { createFromTemplate, deleteTemplate, readTemplates } from '../../api/dashboards.ts'
import { errorText } from '../../api/http/api-error.ts'
import { DeleteButton } from '../../components/dialogs/DeleteButton.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { FormFault } from '../../components/forms/Form.tsx'
import { showToast } from '../../components/toast.tsx'
import { navigate } from '../../state/location.ts'
import { useRead } from '../../state/use-read.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { dashboardAddress } from '../draft/address.ts'

const { templates: texts } = dashboardTexts

/**
 * The templates of the service. A click creates a dashboard from one. Its author, and users who manage
 * dashboards, may delete it.
 */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data, error, retry } = useRead(['dashboard-templates'], readTemplates)
  const create = useMutation({
    mutationFn: createFromTemplate,
    onSuccess: made => {
      void client.invalidateQueries({ queryKey: ['dashboards'] })
      onClose()
      navigate(dashboardAddress(made.id))
    },
  })
  const remove = useMutation({
    mutationFn: deleteTemplate,
    onSuccess: (_, path) => showToast(texts.removed(printable(path))),
    onSettled: () => client.invalidateQueries({ queryKey: ['dashboard-templates'] }),
  })
  const failure = create.error ?? remove.error
  return (
    <Dialog title={texts.title} onClose={onClose} className="confirm">
      {error !== undefined && <ErrorNotice title={texts.failed} error={error} onRetry={retry} />}
      <FormFault text={failure ? errorText(failure) : undefined} />
      {data?.length === 0 && <p className="soft">{texts.none}</p>}
      <ul className="dash-templates">
        {data?.map(({ path, title, read_only: isReadOnly }) => (
          <li key={path} className="row">
            <button
              type="button"
              className="menu-item"
              disabled={create.isPending}
              aria-label={texts.create(printable(title || path))}
              onClick={() => create.mutate(path)}
            >
              <b>{printable(title || path)}</b>
              <span className="faint mono">{printable(path)}</span>
            </button>
            {!isReadOnly && (
              <DeleteButton
                name={printable(title || path)}
                title={texts.removeTitle}
                onDelete={() => {
                  create.reset()
                  remove.mutate(path)
                }}
              >
                {texts.removeText(path)}
              </DeleteButton>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
