import type { Group } from '../../schema/people/group.ts'
import type { User } from '../../schema/people/user.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import { hostsSentence, rightsOfGroups } from './access-text.ts'

const { abilities, change } = peopleTexts

/** The members of a group that decide on access. */
export type GroupContent = Pick<Group, 'permissions' | 'hosts' | 'members' | 'external_groups'>

/** The effects of a change on what users may do, in words. */
export interface ChangeEffect {
  sentences: readonly string[]
  /** A user may gain `manage_users`, which implies every permission. */
  givesControl: boolean
}

/** The items of `list` that are not in `other`. */
const onlyIn = <T>(list: readonly T[], other: readonly T[]) => list.filter(one => !other.includes(one))

/** The effects of a group's change on its members. `nameOf`: name of a user by id. */
export function groupChange(
  before: GroupContent,
  after: GroupContent,
  nameOf: (id: number) => string,
): ChangeEffect {
  const gained = onlyIn(after.permissions, before.permissions)
  const joining = onlyIn(after.members, before.members)
  const following = onlyIn(after.external_groups, before.external_groups)
  const isAdminGroup = after.permissions.includes('manage_users')
  const sentences = [
    ...gained.map(one => change.gains(change.members, abilities[one])),
    ...onlyIn(before.permissions, after.permissions).map(one => change.loses(change.members, abilities[one])),
    ...onlyIn(after.hosts, before.hosts).map(pattern => change.seesMore(change.members, pattern)),
    ...onlyIn(before.hosts, after.hosts).map(pattern => change.seesLess(change.members, pattern)),
    ...joining.map(id => change.joins(nameOf(id))),
    ...onlyIn(before.members, after.members).map(id => change.leaves(nameOf(id))),
    ...following.map(change.follows),
    ...onlyIn(before.external_groups, after.external_groups).map(change.followsNot),
  ]
  const givesControl =
    gained.includes('manage_users') || (isAdminGroup && joining.length + following.length > 0)
  return { sentences, givesControl }
}

/** The members of a user that decide on access. */
export interface UserContent extends Pick<User, 'is_active' | 'groups'> {
  /** Whether a new password is set. */
  password?: boolean
}

/** The effects of a user's change, with `name` in the sentences. `groups`: all groups. */
export function userChange(
  name: string,
  before: UserContent,
  after: UserContent,
  groups: readonly Group[],
): ChangeEffect {
  const rightsOf = ({ groups: ids }: UserContent) =>
    rightsOfGroups(groups.filter(({ id }) => ids.includes(id)))
  const had = rightsOf(before)
  const has = rightsOf(after)
  const gained = onlyIn(has.permissions, had.permissions)
  const lost = onlyIn(had.permissions, has.permissions)
  const sentences = [
    ...gained.map(one => change.gains(name, abilities[one])),
    ...lost.map(one => change.loses(name, abilities[one])),
  ]
  if (had.hosts.join('\n') !== has.hosts.join('\n'))
    sentences.push(change.hostsNow(name, hostsSentence(has.hosts)))
  if (before.is_active && !after.is_active) sentences.push(change.signOut)
  if (!before.is_active && after.is_active) sentences.push(change.signIn)
  if (after.password && after.is_active) sentences.push(change.password)
  return { sentences, givesControl: gained.includes('manage_users') }
}
