import { errorText } from '../api/api-error.ts'
import { readDashboardNames } from '../api/dashboards.ts'
import { Field } from '../components/Field.tsx'
import { useZone } from '../state/preferences.ts'
import { useFetch } from '../state/use-fetch.ts'
import { queryText } from './query-text.ts'
import type { ReportDialogInput } from './report-dialog-input.ts'
import type { Subject } from './report-form.ts'

interface Props {
  wish: ReportDialogInput
  subject: Subject
  fault: string | undefined
  /** The title that goes with what was chosen. */
  onChange: (subject: Subject, title: string) => void
}

/** What a report is of: what it was asked for from, or one of the saved dashboards. */
export function SubjectField({ wish, subject, fault, onChange }: Props) {
  const { value: dashboards = [], error } = useFetch('dashboards', readDashboardNames)
  const zone = useZone()
  const query = wish.query ?? wish.schedule?.query ?? undefined
  const choices = [
    ...(query ? [{ key: 'query', text: `Query: ${wish.title}`, title: wish.title }] : []),
    ...(wish.dashboard ? [{ key: 'page', text: 'This page, all of it', title: wish.title }] : []),
    ...dashboards.map(({ id, title }) => ({ key: String(id), text: `Dashboard: ${title}`, title })),
  ]
  const key = subject.kind === 'dashboard' ? String(subject.id) : subject.kind
  return (
    <Field
      label="What"
      fault={fault ?? (error === undefined ? undefined : errorText(error))}
      hint={
        subject.kind === 'query' && query
          ? queryText(query, zone)
          : subject.kind === 'page'
            ? 'All widgets. They are kept as a saved dashboard.'
            : 'All widgets.'
      }
    >
      {marks => (
        <select
          {...marks}
          className="field"
          value={key}
          onChange={event => {
            const chosen = choices.find(choice => choice.key === event.target.value)
            if (chosen) onChange(subjectOf(chosen.key), chosen.title)
          }}
        >
          {!choices.some(choice => choice.key === key) && <option value={key}>Dashboard {key}</option>}
          {choices.map(choice => (
            <option key={choice.key} value={choice.key}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function subjectOf(key: string): Subject {
  return key === 'query' || key === 'page' ? { kind: key } : { kind: 'dashboard', id: Number(key) }
}
