import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { eventFields } from '../../filter/typed/event-fields.ts'
import { addWidget, createDashboard, readDashboardNames } from '../api/dashboards.ts'
import { errorText } from '../api/http/api-error.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { FormFault } from '../components/forms/FormFault.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useRangeTags } from '../search/completion/use-range-tags.ts'
import { pillLabel } from '../search/state/pill-text.ts'
import type { SearchState } from '../search/state/search-state.ts'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { queryClient } from '../state/query-client.ts'
import { useSession } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import './saved-searches.css'
import { savedSearchTexts } from '../texts/search/saved-searches.ts'
import { type WidgetKind, widgetKinds, widgetOf } from './share.ts'

const texts = savedSearchTexts.widget
const newDashboard = 'new'
const maxTitle = 200

/** Puts the shown search on a dashboard. */
export function WidgetDialog({ state, onClose }: { state: SearchState; onClose: () => void }) {
  const id = useId()
  const zone = useZone()
  const session = useSession()
  const userId = session.state === 'in' ? session.user.id : 0
  const tags = useRangeTags(state.range, zone, '', true)
  const [kind, setKind] = useState<WidgetKind>('Search')
  const [field, setField] = useState('host')
  const [title, setTitle] = useState(() =>
    [...state.pills.filter(pill => !pill.off).map(pillLabel), state.text].join(' ').trim().slice(0, maxTitle),
  )
  const [chosen, setChosen] = useState<string>()
  const [newTitle, setNewTitle] = useState('')
  const names = useRead(['dashboards', 'names'], signal => readDashboardNames('', signal))
  const own = names.data?.filter(({ owner }) => owner?.id === userId) ?? []
  const dashboard = chosen ?? String(own[0]?.id ?? newDashboard)
  const isNew = dashboard === newDashboard
  const add = useMutation({
    mutationFn: async () => {
      const widget = widgetOf(kind, title.trim(), field.trim(), state, zone)
      if (isNew) return createDashboard({ title: newTitle.trim(), widgets: [widget] })
      await addWidget(Number(dashboard), widget)
      return own.find(each => String(each.id) === dashboard)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['dashboards'] }),
  })
  const isComplete =
    title.trim() !== '' && (kind !== 'TopN' || field.trim() !== '') && (!isNew || newTitle.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !add.isPending) add.mutate()
  }

  if (add.isSuccess)
    return (
      <Dialog title={texts.title} onClose={onClose} className="widget-dialog">
        <p role="status">{texts.added(printable(add.data?.title ?? ''))}</p>
        <div className="form-actions">
          <a className="button primary" href={`/dashboards/${add.data?.id ?? ''}`} onClick={followLink}>
            {texts.open}
          </a>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={texts.title} onClose={onClose} className="widget-dialog">
      <form onSubmit={submit} noValidate>
        <TextField label={texts.name} value={title} maxLength={500} autoComplete="off" onChange={setTitle} />
        <SelectField
          label={texts.kind}
          value={kind}
          options={widgetKinds.map(value => ({ value, text: texts.kinds[value] }))}
          onChange={value => setKind(widgetKinds.find(each => each === value) ?? kind)}
        />
        {kind === 'TopN' && (
          <>
            <TextField label={texts.field} list={`${id}-fields`} value={field} onChange={setField} />
            <datalist id={`${id}-fields`}>
              {[...eventFields.keys()].map(name => (
                <option key={name} value={name} />
              ))}
              {tags?.list.map(({ name }) => (
                <option key={name} value={eventFields.has(name) ? `ut_${name}` : name} />
              ))}
            </datalist>
          </>
        )}
        <SelectField
          label={texts.dashboard}
          value={dashboard}
          fault={names.error !== undefined ? texts.noDashboards : undefined}
          options={[
            ...own.map(each => ({ value: String(each.id), text: each.title })),
            { value: newDashboard, text: texts.newDashboard },
          ]}
          onChange={setChosen}
        />
        {isNew && (
          <TextField label={texts.newDashboardName} value={newTitle} maxLength={500} onChange={setNewTitle} />
        )}
        <FormFault text={add.error ? `${texts.failed}: ${errorText(add.error)}` : undefined} />
        <div className="form-actions">
          <Button onClick={onClose}>{savedSearchTexts.dialog.cancel}</Button>
          <Button type="submit" className="primary" disabled={!isComplete || add.isPending}>
            {texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
