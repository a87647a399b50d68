import type { Silence } from '../../../schema/silence.ts'

/** Whether a silence holds, will hold, or has ended. */
export function silenceState(
  { starts_at, ends_at }: Pick<Silence, 'starts_at' | 'ends_at'>,
  now: number,
): 'active' | 'pending' | 'ended' {
  if (now >= ends_at) return 'ended'
  return now >= starts_at ? 'active' : 'pending'
}
