import { Fault } from '../../schema/fault.ts'

/** The same for a wrong name, a wrong password and a disabled user. */
export function credentialsFault(): Fault {
  return new Fault('authentication_failed', { detail: 'The username or the password is not right.' })
}
