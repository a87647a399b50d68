import type { Operation } from '../openapi.ts'

/** Whether a body may have any members. */
export function takesAnyMember({ operationId }: Operation): boolean {
  return operationId === 'replaceOwnPreferences' || operationId === 'updateOwnPreferences'
}

/** Whether ingest validates the body of an operation, which is a stub in these tests. */
export function takesRawBody({ tags, operationId }: Operation): boolean {
  return tags.includes('Ingest') || tags.includes('Receivers') || operationId === 'sendWebhookEvent'
}
