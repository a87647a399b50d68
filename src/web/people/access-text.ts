import { type Group, type Permission, permissions } from '../../schema/people/group.ts'
import { peopleTexts } from '../texts/settings/people.ts'

/**
 * Every permission in the order in which the page shows them: use before management. The cast holds: the keys
 * of the texts are the permissions.
 */
export const permissionOrder = Object.keys(peopleTexts.abilities) as Permission[]

/** Maximum patterns that a sentence names; it counts the others. */
const maxPatterns = 6

/** Permissions and visible hosts of a user. */
export interface Rights {
  permissions: readonly Permission[]
  /** Without repetitions; ['*'] for every host. */
  hosts: readonly string[]
}

/** The rights of a member of these groups. */
export function rightsOfGroups(groups: readonly Pick<Group, 'permissions' | 'hosts'>[]): Rights {
  const groupPermissions = new Set(groups.flatMap(group => group.permissions))
  const hosts = [...new Set(groups.flatMap(group => group.hosts))]
  return {
    permissions: permissions.filter(permission => groupPermissions.has(permission)),
    hosts: hosts.includes('*') ? ['*'] : hosts,
  }
}

/** A sentence about the hosts that patterns let a user see. */
export function hostsSentence(hosts: readonly string[]): string {
  const { hosts: texts, and } = peopleTexts
  if (hosts.length === 0) return texts.none
  if (hosts.includes('*')) return texts.all
  const shownHosts = hosts.slice(0, maxPatterns)
  const moreCount = hosts.length - shownHosts.length
  return texts.some(and(moreCount === 0 ? shownHosts : [...shownHosts, texts.more(moreCount)]))
}

/** One sentence for each permission, and one for the hosts. */
export function rightsSentences({ permissions, hosts }: Rights): string[] {
  const { abilities, may, rights } = peopleTexts
  if (permissions.length === 0) return [rights.nothing]
  return [...permissions.map(permission => may(abilities[permission])), hostsSentence(hosts)]
}

/** The patterns in a text, which line breaks or commas separate, each once. */
export function patternsOf(text: string): string[] {
  return linesOf(text.replaceAll(',', '\n'))
}

/** The lines of a text, each once. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map(line => line.trim())
  return [...new Set(lines.filter(line => line !== ''))]
}
