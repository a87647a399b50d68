import type { Operation } from '../openapi.ts'

const operationsWithAnyMember: ReadonlySet<string> = new Set([
  'replaceOwnPreferences',
  'updateOwnPreferences',
  'importTriggers',
])

/** Whether a body may have any members. */
export function takesAnyMember({ operationId }: Operation): boolean {
  return operationsWithAnyMember.has(operationId)
}

/** Whether ingest, a stub in these tests, validates the body of an operation. */
export function takesRawBody({ tags, operationId }: Operation): boolean {
  return tags.includes('Ingest') || tags.includes('Receivers') || operationId === 'sendWebhookEvent'
}
