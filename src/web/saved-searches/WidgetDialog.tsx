import { useId, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { eventFields } from '../../filter/typed/event-fields.ts'
import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { addWidget, createDashboard, readDashboardNames } from '../api/dashboards.ts'
import { errorText } from '../api/http/api-error.ts'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { Link } from '../components/Link.tsx'
import { useRangeTags } from '../search/completion/use-range-tags.ts'
import { pillLabel } from '../search/state/pill-text.ts'
import type { SearchState } from '../search/state/search-state.ts'
import { useZone } from '../state/preferences.ts'
import { useUserId } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { savedSearchTexts } from '../texts/search/saved-searches.ts'
import { stateOfSaved } from './saved-search.ts'
import { type WidgetKind, widgetKinds, widgetOf } from './share.ts'
import './saved-searches.css'

const texts = savedSearchTexts.widget
/** The option for a new dashboard. */
const newDashboard = 'new'
const maxTitleLength = 200

interface Props {
  /** The shown search. */
  state: SearchState
  /** A saved search, which the widget shows in place of `state`. */
  saved?: SavedSearch
  onClose: () => void
}

/** Adds a widget with a search to a dashboard, and then shows a link to that dashboard. */
export function WidgetDialog({ state: shown, saved, onClose }: Props) {
  const state: SearchState = saved ? { ...shown, view: 'events', ...stateOfSaved(saved) } : shown
  const id = useId()
  const zone = useZone()
  const userId = useUserId()
  const tags = useRangeTags(state.range, zone, '', true)
  const [added, setAdded] = useState<{ id?: number; title?: string }>()
  const dashboards = useRead(['dashboards', 'names'], readDashboardNames)
  const ownDashboards = dashboards.data?.filter(({ owner }) => owner?.id === userId) ?? []
  const dashboardOf = (chosen: string) => chosen || String(ownDashboards[0]?.id ?? newDashboard)
  const form = useForm({
    initial: () => ({ ...initialValues(state), ...(saved && { title: saved.title }) }),
    send: async ({ kind, field, title, chosen, newTitle }) => {
      const widget = widgetOf({ kind, title: title.trim(), field: field.trim() }, state, zone)
      const dashboard = dashboardOf(chosen)
      if (dashboard === newDashboard) return createDashboard({ title: newTitle.trim(), widgets: [widget] })
      await addWidget(Number(dashboard), widget)
      return ownDashboards.find(({ id }) => String(id) === dashboard)
    },
    reloads: ['dashboards'],
    onSent: dashboard => setAdded(dashboard ?? {}),
  })
  const { kind, field, title, chosen, newTitle } = form.values
  const kinds = widgetKinds.filter(one => one !== 'Stats' || state.view === 'statistics')
  const dashboard = dashboardOf(chosen)
  const isNew = dashboard === newDashboard
  const isComplete =
    title.trim() !== '' && (kind !== 'TopN' || field.trim() !== '') && (!isNew || newTitle.trim() !== '')

  if (added)
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <p role="status">{texts.added(printable(added.title ?? ''))}</p>
        <div className="form-actions">
          <Link className="button primary" href={`/dashboards/${added.id ?? ''}`}>
            {texts.open}
          </Link>
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      title={texts.title}
      width={620}
      form={{ ...form, generalFault: form.error ? `${texts.failed}: ${errorText(form.error)}` : undefined }}
      action={texts.add}
      isReady={isComplete}
      onClose={onClose}
    >
      <TextField label={texts.name} {...form.text('title')} maxLength={500} autoComplete="off" />
      <SelectField
        label={texts.kind}
        value={kind}
        options={kinds.map(value => ({ value, text: texts.kinds[value] }))}
        onChange={value => form.set({ kind: widgetKinds.find(each => each === value) ?? kind })}
      />
      {kind === 'TopN' && (
        <>
          <TextField label={texts.field} {...form.text('field')} list={`${id}-fields`} />
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
        fault={dashboards.error !== undefined ? texts.noDashboards : undefined}
        options={[
          ...ownDashboards.map(({ id, title }) => ({ value: String(id), text: title })),
          { value: newDashboard, text: texts.newDashboard },
        ]}
        onChange={chosen => form.set({ chosen })}
      />
      {isNew && <TextField label={texts.newDashboardName} {...form.text('newTitle')} maxLength={500} />}
    </FormDialog>
  )
}

interface Values {
  kind: WidgetKind
  field: string
  title: string
  /** Id of a dashboard, or `newDashboard`. Empty: the user's first dashboard, or else a new one. */
  chosen: string
  newTitle: string
}

/** A widget of the shown view, with a title that names its filter. */
function initialValues({ pills, text, view }: SearchState): Values {
  const words = [...pills.filter(pill => !pill.off).map(pillLabel), text].join(' ')
  const kind = view === 'statistics' ? 'Stats' : 'Search'
  return { kind, field: 'host', title: truncateText(words.trim(), maxTitleLength), chosen: '', newTitle: '' }
}
