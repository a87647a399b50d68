import { ApiError, errorText } from '../../api/http/api-error.ts'
import { faultText } from './fault-text.ts'

/** Why a form was refused: texts by field, and a text that concerns none of its fields. */
export interface FormError {
  of: (field: string) => string | undefined
  rest: string | undefined
}

/** `fields`: fields that the form shows. */
export function formError(error: unknown, fields: readonly string[]): FormError {
  if (error === null || error === undefined) return { of: () => undefined, rest: undefined }
  const byField = new Map<string, string[]>()
  for (const [path, messages] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const [member = path] = path.split(/[.[]/)
    const field = fields.includes(member) ? member : ''
    byField.set(field, [...(byField.get(field) ?? []), ...messages])
  }
  const text = (field: string) => {
    const messages = byField.get(field)
    return messages && faultText(messages)
  }
  return { of: text, rest: byField.size === 0 ? errorText(error) : text('') }
}
