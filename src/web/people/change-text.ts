import { type Group, permissions } from '../../schema/people/group.ts'
import type { User } from '../../schema/people/user.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import { hostsSentence, rightsOfGroups } from './access-text.ts'

const { abilities, change } = peopleTexts

export type GroupContent = Pick<Group, 'permissions' | 'hosts' | 'members' | 'external_groups'>

/** The effect of a group's change on its members, as sentences. `nameOf`: name of a user by id. */
export function groupChange(
  before: GroupContent,
  after: GroupContent,
  nameOf: (id: number) => string,
): string[] {
  const onlyIn = <T>(list: readonly T[], other: readonly T[]) => list.filter(one => !other.includes(one))
  return [
    ...onlyIn(after.permissions, before.permissions).map(one => change.gains(change.members, abilities[one])),
    ...onlyIn(before.permissions, after.permissions).map(one => change.loses(change.members, abilities[one])),
    ...onlyIn(after.hosts, before.hosts).map(pattern => change.seesMore(change.members, pattern)),
    ...onlyIn(before.hosts, after.hosts).map(pattern => change.seesLess(change.members, pattern)),
    ...onlyIn(after.members, before.members).map(id => change.joins(nameOf(id))),
    ...onlyIn(before.members, after.members).map(id => change.leaves(nameOf(id))),
    ...onlyIn(after.external_groups, before.external_groups).map(change.follows),
    ...onlyIn(before.external_groups, after.external_groups).map(change.followsNot),
  ]
}

export interface UserContent extends Pick<User, 'is_active' | 'groups'> {
  /** Whether a new password is set. */
  password?: boolean
}

/** The effect of a user's change, as sentences. `groups`: all groups. */
export function userChange(
  name: string,
  before: UserContent,
  after: UserContent,
  groups: readonly Group[],
): string[] {
  const rightsOf = ({ groups: ids }: UserContent) =>
    rightsOfGroups(groups.filter(({ id }) => ids.includes(id)))
  const [had, has] = [rightsOf(before), rightsOf(after)]
  const gained = permissions.filter(one => has.permissions.includes(one) && !had.permissions.includes(one))
  const lost = permissions.filter(one => had.permissions.includes(one) && !has.permissions.includes(one))
  const sentences = [
    ...gained.map(one => change.gains(name, abilities[one])),
    ...lost.map(one => change.loses(name, abilities[one])),
  ]
  if (had.hosts.join('\n') !== has.hosts.join('\n'))
    sentences.push(change.hostsNow(name, hostsSentence(has.hosts)))
  if (before.is_active && !after.is_active) sentences.push(change.signOut)
  if (!before.is_active && after.is_active) sentences.push(change.signIn)
  if (after.password && after.is_active) sentences.push(change.password)
  return sentences
}

/**
 * Whether a sentence of a change says that the member gains `manage_users`, which implies every permission.
 * Ignores the name at the start of the sentence.
 */
export function givesControl(sentences: readonly string[]): boolean {
  return sentences.some(sentence => sentence.endsWith(change.gains('', abilities.manage_users).trim()))
}
