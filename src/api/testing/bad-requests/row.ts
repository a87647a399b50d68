import { tokenHeaders } from '../people.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

/** A bad request and its complete answer. `q1` is a query of admin; ann may see only hosts fw-*. */
export interface BadRequest {
  name: string
  method: Method
  url: string
  headers?: Record<string, string>
  body?: string
  status: number
  /** The body, as JSON. */
  answer: Record<string, unknown>
  /** Required headers of the answer. */
  carries?: Record<string, string>
}

/** A row; `request` is a method and a URL. */
export function refused(
  name: string,
  request: `${Method} ${string}`,
  status: number,
  answer: BadRequest['answer'],
  further: Pick<BadRequest, 'headers' | 'body' | 'carries'> = {},
): BadRequest {
  const space = request.indexOf(' ')
  // `request` begins with a method, by its type.
  const method = request.slice(0, space) as Method
  return { name, method, url: request.slice(space + 1), status, answer, ...further }
}

export const admin = tokenHeaders('user-admin')
export const ann = tokenHeaders('user-ann')
export const json = { ...admin, 'content-type': 'application/json' }
export const form = { ...admin, 'content-type': 'application/x-www-form-urlencoded' }
export const multipart = { ...admin, 'content-type': 'multipart/form-data; boundary=edge' }
export const required = ['This field is required.']
export const notFound = { detail: 'Not found.', code: 'not_found' }
export const denied = {
  detail: 'You do not have permission to perform this action.',
  code: 'permission_denied',
}
export const anonymous = {
  detail: 'Authentication credentials were not provided.',
  code: 'not_authenticated',
}
export const wrongToken = { detail: 'Invalid token.', code: 'authentication_failed' }
export const challenge = { 'www-authenticate': 'Token' }
