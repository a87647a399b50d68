import { queryTypeNamed, queryTypes } from '../../schema/query/query.ts'
import { coerce } from '../http/coerce.ts'
import type { FormBody } from '../http/form.ts'

/** Gives the params of a form that makes a query (JSON text or bracketed keys) the types of the query's own shape. */
export function coerceParams(form: FormBody): void {
  const { type, params } = form.value
  const known = queryTypeNamed(String(type))
  const shape = known === undefined ? { type: 'object' } : queryTypes[known].params
  if (params !== undefined) form.value.params = coerce(shape, params)
}
