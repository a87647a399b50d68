import { fieldText } from '../../charts/name-text.ts'
import { ApiError } from '../api/api-error.ts'
import { faultText } from '../components/fault-text.ts'

/** What was sent, as far as words about it need it. */
export interface SentForm {
  emails: readonly string[]
  /** Fields of the filter of what it is of. */
  filterFields: readonly string[]
}

/**
 * What the service says against a report or schedule, by the field of the form that shows it: each thing at one field,
 * in words of the form. `rest` is what no field shows.
 */
export interface FormFaults {
  fields: ReadonlyMap<string, string>
  rest: string | undefined
}

const nothing: FormFaults = { fields: new Map(), rest: undefined }

export function formFaults(error: unknown, shown: readonly string[], sent: SentForm): FormFaults {
  if (error === undefined) return nothing
  if (!(error instanceof ApiError)) return { ...nothing, rest: 'Something unexpected happened.' }
  const paths = Object.entries(error.fields)
  if (paths.length === 0) return { ...nothing, rest: error.message }
  const said = new Map<string, string[]>()
  for (const [path, messages] of paths) {
    const field = fieldOf(path)
    const at = shown.includes(field) ? field : ''
    said.set(at, [...(said.get(at) ?? []), ...messages.map(message => messageOf(path, message, sent))])
  }
  const fields = new Map([...said].map(([field, messages]) => [field, faultText(messages)]))
  const rest = fields.get('')
  fields.delete('')
  return { fields, rest }
}

/** The field that shows what is said of a member: the zone of a range is that of the form, parts of a crontab have their own. */
function fieldOf(path: string): string {
  if (/(^|\.)timezone$/.test(path)) return 'timezone'
  const [, part] = /^schedule\.cron\.(\w+)$/.exec(path) ?? []
  if (part !== undefined) return part
  const [member = path] = path.split(/[.[]/)
  return member === 'dashboard_id' ? 'query' : member
}

function messageOf(path: string, message: string, { emails, filterFields }: SentForm): string {
  const index = Number(/\[(\d+)\]/.exec(path)?.[1])
  if (path.startsWith('emails[') && message === 'This value is not valid.')
    return `“${emails[index] ?? ''}” is not an address.`
  const field = path.startsWith('query.params.filter[') ? filterFields[index] : undefined
  return field === undefined ? message : `Filter on ${fieldText(field)}: ${message}`
}
