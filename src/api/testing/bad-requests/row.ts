import { tokenHeaders } from '../people.ts'

/** A bad request and its whole answer. `q1` is a query of admin; ann sees hosts fw-* only. */
export interface BadRequest {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: string
  headers?: Record<string, string>
  body?: string
  status: number
  /** The body, as JSON. */
  answer: Record<string, unknown>
  /** Headers that the answer must carry. */
  carries?: Record<string, string>
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
