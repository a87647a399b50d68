import { fieldText } from '../../charts/name-text.ts'
import { ApiError } from '../api/http/api-error.ts'
import { faultText } from '../components/forms/fault-text.ts'
import { type FormFaults, noFaults } from '../components/forms/form-faults.ts'
import { errorTexts } from '../texts/errors.ts'
import { reportTexts } from '../texts/reports.ts'

/** The lists that were sent: the service's errors refer to their items by index. */
export interface SentForm {
  emails: readonly string[]
  /** Fields of the query's filter, in order. */
  filterFields: readonly (string | undefined)[]
}

/** Assigns the messages of an error to the fields in `shown`, and all other messages to `generalFault`. */
export function formFaults(
  error: unknown,
  shown: readonly string[],
  sent: SentForm = { emails: [], filterFields: [] },
): FormFaults {
  if (error === undefined) return noFaults
  if (!(error instanceof ApiError)) return { ...noFaults, generalFault: errorTexts.unexpected }
  const paths = Object.entries(error.fields)
  if (paths.length === 0) return { ...noFaults, generalFault: error.message }
  /** Messages by field; messages for `generalFault` have the key ''. */
  const messagesByField = new Map<string, string[]>()
  for (const [path, messages] of paths) {
    const field = fieldOf(path)
    const shownField = shown.includes(field) ? field : ''
    messagesByField.set(shownField, [
      ...(messagesByField.get(shownField) ?? []),
      ...messages.map(message => messageOf(path, message, sent)),
    ])
  }
  const fields = new Map([...messagesByField].map(([field, messages]) => [field, faultText(messages)]))
  const generalFault = fields.get('')
  fields.delete('')
  return { fields, generalFault }
}

/**
 * The form field for the path of a member. All zones, such as `time_range.timezone`, share one field. Each
 * part of a crontab has its own: `minute` for `schedule.cron.minute`.
 */
function fieldOf(path: string): string {
  if (/(^|\.)timezone$/.test(path)) return 'timezone'
  const cronPart = /^schedule\.cron\.(\w+)$/.exec(path)?.[1]
  if (cronPart !== undefined) return cronPart
  const [member = path] = path.split(/[.[]/)
  return member === 'dashboard_id' ? 'query' : member
}

/** The message, with the address or the filtered field that `path` names by its index. */
function messageOf(path: string, message: string, { emails, filterFields }: SentForm): string {
  const index = Number(/\[(\d+)\]/.exec(path)?.[1])
  if (path.startsWith('emails[') && message === 'This value is not valid.')
    return reportTexts.dialog.noAddress(emails[index] ?? '')
  const field = path.startsWith('query.params.filter[') ? filterFields[index] : undefined
  if (field === undefined) return message
  const words = faultText([message])
  // In the text it follows a colon, so it begins in lower case if the service's message does.
  const inSentence = /^[a-z]/.test(message) ? words.charAt(0).toLowerCase() + words.slice(1) : words
  return reportTexts.dialog.filterOn(fieldText(field), inSentence)
}
