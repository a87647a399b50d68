import { Fault } from '../../../schema/fault.ts'

/** Error of a statement that is not accepted. `at`: index of the character where reading stopped. */
export function refusal(reason: string, at?: number): Fault {
  if (at === undefined) return new Fault('sql_refused', { detail: reason })
  return new Fault('sql_refused', {
    detail: `${reason} (character ${at + 1})`,
    members: { position: at + 1 },
  })
}
