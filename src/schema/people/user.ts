import { type Static, Type } from 'typebox'
import { controlCharacters, lineText, nullable, UnixSeconds } from '../shapes.ts'

/** Pattern of the first and the last character of a username. */
const edge = `[^\\s${controlCharacters}]`
const username = Type.String({
  title: 'Username',
  minLength: 1,
  maxLength: 150,
  pattern: `^${edge}([^${controlCharacters}]*${edge})?$`,
})
const password = Type.String({
  title: 'Password',
  description:
    'At least 8 characters, or MILLRACE_PASSWORD_MIN_LENGTH; the most common passwords are refused',
  minLength: 1,
  maxLength: 1_000,
  writeOnly: true,
})
const name = lineText({ maxLength: 150 })
/** Members of a user that a client sets. */
const settable = {
  email: lineText({ title: 'Email', maxLength: 254 }),
  first_name: name,
  last_name: name,
  is_active: Type.Boolean({ title: 'May sign in' }),
  groups: Type.Array(Type.Integer(), { title: 'Groups', maxItems: 1_000 }),
}

/** A user, as the API shows it. */
export const User = Type.Object(
  {
    id: Type.Integer(),
    username,
    fullname: Type.String({ description: 'First and last name; the username when there is neither' }),
    ...settable,
    is_admin: Type.Boolean({
      description: 'Has all permissions and sees all hosts, regardless of its groups',
    }),
    created_at: UnixSeconds,
    last_login_at: nullable(UnixSeconds, { description: 'Unix seconds; null: never' }),
  },
  { $id: 'User', additionalProperties: false },
)
export type User = Static<typeof User>

/** The caller's own account. */
export const OwnAccount = Type.Object(
  {
    ...User.properties,
    has_password: Type.Boolean({
      description: 'false for users who sign in with a company account or only use tokens',
    }),
  },
  { $id: 'OwnAccount', additionalProperties: false },
)
export type OwnAccount = Static<typeof OwnAccount>

/** Body that creates a user. Without a password the user cannot sign in, but tokens work. */
export const UserDraft = Type.Object(
  {
    username,
    password: Type.Optional(password),
    ...Type.Partial(Type.Object(settable)).properties,
  },
  { $id: 'UserDraft', additionalProperties: false },
)
export type UserDraft = Static<typeof UserDraft>

/** Body that changes a user; absent members stay. */
export const UserPatch = Type.Partial(UserDraft, { $id: 'UserPatch', additionalProperties: false })
export type UserPatch = Static<typeof UserPatch>

/** Body by which users change their own account. */
export const OwnPatch = Type.Object(
  {
    email: Type.Optional(settable.email),
    first_name: Type.Optional(name),
    last_name: Type.Optional(name),
    password: Type.Optional(password),
    current_password: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, writeOnly: true, title: 'Current password' }),
    ),
  },
  { $id: 'OwnPatch', additionalProperties: false },
)

/** Fields that a list of users can be ordered by: username in any letter case. */
export const userOrderFields = ['id', 'username', 'created_at', 'last_login_at'] as const
export type UserOrderField = (typeof userOrderFields)[number]
