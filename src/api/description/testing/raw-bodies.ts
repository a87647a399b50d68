import type { Operation } from '../openapi.ts'

/** Whether an operation's body is read in ingest, behind what stands in for it in tests, and by no shape of ours. */
export function takesRawBody({ tags, operationId }: Operation): boolean {
  return tags.includes('Ingest') || tags.includes('Receivers') || operationId === 'sendWebhookEvent'
}
