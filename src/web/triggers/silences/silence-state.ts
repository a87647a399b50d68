import type { Silence } from '../../../schema/triggers/silence.ts'

/** Whether a silence is current, planned or past. */
export function silenceState(
  { starts_at, ends_at }: Pick<Silence, 'starts_at' | 'ends_at'>,
  now: number,
): 'active' | 'pending' | 'ended' {
  if (now >= ends_at) return 'ended'
  return now >= starts_at ? 'active' : 'pending'
}
