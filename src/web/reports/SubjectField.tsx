import { readDashboardNames } from '../api/dashboards.ts'
import { errorText } from '../api/http/api-error.ts'
import { SelectField } from '../components/forms/SelectField.tsx'
import { useZone } from '../state/preferences.ts'
import { useFetch } from '../state/use-fetch.ts'
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

/** The source of a report: the one that the dialog was opened with, or a saved dashboard. */
export function SubjectField({ input, subject, fault, onChange }: Props) {
  const { data: dashboards = [], error } = useFetch('dashboards', readDashboardNames)
  const zone = useZone()
  const query = input.query ?? input.schedule?.query ?? undefined
  const titles = new Map(dashboards.map(({ id, title }) => [String(id), title]))
  const key = subject.kind === 'dashboard' ? String(subject.id) : subject.kind
  const options = [
    ...(query ? [{ value: 'query', text: texts.sourceQuery(input.title) }] : []),
    ...(input.dashboard ? [{ value: 'page', text: texts.sourcePage }] : []),
    ...[...titles].map(([value, title]) => ({ value, text: texts.sourceDashboard(title) })),
  ]
  if (!options.some(({ value }) => value === key))
    options.unshift({ value: key, text: texts.sourceDashboardId(key) })
  return (
    <SelectField
      label={texts.source}
      fault={fault ?? (error === undefined ? undefined : errorText(error))}
      hint={
        subject.kind === 'query' && query
          ? queryText(query, zone)
          : subject.kind === 'page'
            ? texts.pageHint
            : texts.dashboardHint
      }
      value={key}
      options={options}
      onChange={chosen => onChange(subjectOf(chosen), titles.get(chosen) ?? input.title)}
    />
  )
}

function subjectOf(key: string): Subject {
  return key === 'query' || key === 'page' ? { kind: key } : { kind: 'dashboard', id: Number(key) }
}
