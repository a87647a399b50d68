import type { UserRef } from '../identity.ts'

/** First and last name; the username when there is neither. */
export function fullname(user: { username: string; first_name: string; last_name: string }): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username
}

/** A user as shown inside other objects. */
export function userRef(user: {
  id: number
  username: string
  first_name: string
  last_name: string
}): UserRef {
  return { id: user.id, username: user.username, fullname: fullname(user) }
}
