import { readDashboardNames } from '../api/dashboards.ts'
import { errorText } from '../api/http/api-error.ts'
import { queryOfSaved, readSavedSearches } from '../api/searches.ts'
import { SelectField } from '../components/forms/SelectField.tsx'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { useFetch } from '../state/use-read.ts'
import { reportTexts } from '../texts/reports.ts'
import { queryText } from './query-text.ts'
import type { ReportDialogInput } from './report-dialog-input.ts'
import type { Subject } from './report-form.ts'

const texts = reportTexts.dialog

interface Props {
  input: ReportDialogInput
  subject: Subject
  fault: string | undefined
  /** `title`: title of the chosen source. */
  onChange: (subject: Subject, title: string) => void
}

/** A source of a report, as an option of the list. */
interface Source {
  subject: Subject
  title: string
  text: string
}

/** The source of a report: the one that the dialog was opened with, a saved dashboard, or a saved search. */
export function SubjectField({ input, subject, fault, onChange }: Props) {
  const dashboards = useFetch('dashboards', (_, signal) => readDashboardNames(signal))
  const canSearch = useHasPermission('search')
  const searches = useFetch(canSearch ? 'searches' : undefined, (_, signal) => readSavedSearches('', signal))
  const zone = useZone()
  const query = input.query ?? input.schedule?.query ?? undefined
  const { title } = input
  const sources: Source[] = [
    ...(query ? [{ subject: { kind: 'query' } as const, title, text: texts.sourceQuery(title) }] : []),
    ...(input.dashboard ? [{ subject: { kind: 'page' } as const, title, text: texts.sourcePage }] : []),
    ...(dashboards.data ?? []).map(
      ({ id, title }): Source => ({
        subject: { kind: 'dashboard', id },
        title,
        text: texts.sourceDashboard(title),
      }),
    ),
    ...(searches.data?.objects ?? []).map(
      ({ id, title, params }): Source => ({
        subject: { kind: 'search', id, query: queryOfSaved({ params }) },
        title,
        text: texts.sourceSearch(title),
      }),
    ),
  ]
  const key = keyOf(subject)
  // A saved dashboard before the list is read, or one that the user may not see.
  if (!sources.some(source => keyOf(source.subject) === key))
    sources.unshift({ subject, title, text: texts.sourceDashboardId(key) })
  const error = dashboards.error ?? searches.error
  return (
    <SelectField
      label={texts.source}
      fault={fault ?? (error === undefined ? undefined : errorText(error))}
      hint={hintOf(subject, query && queryText(query, zone), zone)}
      value={key}
      options={sources.map(({ subject, text }) => ({ value: keyOf(subject), text }))}
      onChange={chosen => {
        const source = sources.find(({ subject }) => keyOf(subject) === chosen)
        if (source) onChange(source.subject, source.title)
      }}
    />
  )
}

/** What the chosen source is. `query`: the query that the dialog was opened with, in words. */
function hintOf(subject: Subject, query: string | undefined, zone: string): string {
  if (subject.kind === 'search') return texts.searchHint(queryText(subject.query, zone))
  if (subject.kind === 'query' && query !== undefined) return query
  return subject.kind === 'page' ? texts.pageHint : texts.dashboardHint
}

/** The value of the option of a source. */
function keyOf(subject: Subject): string {
  if (subject.kind === 'search') return `search ${subject.id}`
  return subject.kind === 'dashboard' ? String(subject.id) : subject.kind
}
