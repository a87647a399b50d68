import type { UserRef } from './identity.ts'

/** The columns of a user that make its names. */
interface NamedUser {
  username: string
  first_name: string
  last_name: string
}

/** The columns of `users` that `ownerRef` reads. */
export const userNameColumns = ['users.username', 'users.first_name', 'users.last_name'] as const

/** First and last name; the username when there is neither. */
export function fullname(user: NamedUser): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username
}

/** A user as shown inside other objects. */
export function userRef(user: NamedUser & { id: number }): UserRef {
  return { id: user.id, username: user.username, fullname: fullname(user) }
}

/** The owner of a row that is joined with `users`. */
export function ownerRef(row: NamedUser & { owner_id: number }): UserRef {
  return userRef({ ...row, id: row.owner_id })
}
