import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { printable } from '../../charts/printable.ts'
import { errorText } from '../api/api-error.ts'
import { createFromTemplate, listTemplates } from '../api/dashboards.ts'
import { Dialog } from '../components/Dialog.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { navigate } from '../state/location.ts'
import { dashboardTexts } from '../texts/dashboards.ts'
import { dashboardAddress } from './address.ts'

const { templates: texts } = dashboardTexts

/** The templates of the service; a click makes a dashboard of one. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard-templates'],
    queryFn: ({ signal }) => listTemplates(signal),
  })
  const create = useMutation({
    mutationFn: createFromTemplate,
    onSuccess: made => {
      void client.invalidateQueries({ queryKey: ['dashboards'] })
      onClose()
      navigate(dashboardAddress(made.id))
    },
  })
  return (
    <Dialog title={texts.title} onClose={onClose} className="confirm">
      {error && <ErrorNotice title={texts.failed} error={error} onRetry={() => void refetch()} />}
      {create.error && (
        <p className="complaint" role="alert">
          {errorText(create.error)}
        </p>
      )}
      {data?.length === 0 && <p className="soft">{texts.none}</p>}
      <ul className="dash-templates">
        {data?.map(({ path, title }) => (
          <li key={path}>
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
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
