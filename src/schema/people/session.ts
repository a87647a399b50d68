import { type Static, Type } from 'typebox'
import { UnixSeconds } from '../shapes.ts'

/** A session of the caller. */
export const Session = Type.Object(
  {
    id: Type.Integer(),
    created_at: UnixSeconds,
    last_used_at: Type.Number({
      description: 'Unix seconds; equals the start if the session has not been used since',
    }),
    expires_at: UnixSeconds,
    address: Type.String({
      description: 'Address from which it was started; empty for sessions of earlier versions',
    }),
    agent: Type.String({
      description: 'The User-Agent that started it, truncated; empty when there was none',
    }),
    current: Type.Boolean({ description: 'The session of this request' }),
  },
  { $id: 'Session', additionalProperties: false },
)
export type Session = Static<typeof Session>
