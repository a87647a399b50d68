import type { Submission } from '../body/submission.ts'

/** A body of POST /incoming for tests, from one sender with one token. */
export function submission(body: string | Uint8Array, changes: Partial<Submission> = {}): Submission {
  return {
    body: new Uint8Array(Buffer.from(body)),
    path: '',
    contentType: 'application/json; charset=utf-8',
    contentEncoding: '',
    sender: '192.0.2.9',
    caller: 'token 1',
    partial: false,
    idempotencyKey: '',
    ...changes,
  }
}

/** A body of POST /incoming with these events. */
export function eventsSubmission(events: readonly unknown[], changes: Partial<Submission> = {}): Submission {
  return submission(JSON.stringify({ events }), changes)
}
