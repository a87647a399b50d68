import type { ExternalUserPolicy } from '../../../metadata/identity/external-account.ts'
import type { Settings } from '../../../schema/settings/settings.ts'
import { filterFault } from './filter.ts'

/** Names of a person's attributes. */
interface PersonAttributes {
  subject: string
  username: string
  email: string
  firstName: string
  lastName: string
  groups: string
}

/** The operator's settings for the directory. */
export interface DirectoryOptions {
  /** ldap:// or ldaps:// URLs of one directory, in the order in which they are tried. */
  urls: readonly string[]
  /** Whether ldap:// is encrypted with StartTLS. */
  isEncrypted: boolean
  /** Path of a PEM file. */
  caFile: string | undefined
  /** This service's own account; undefined: searches are anonymous. */
  serviceAccount: { dn: string; password: string } | undefined
  /** DN below which people are searched. */
  base: string
  /** Filter template that finds a person by name: `(uid={name})`. */
  userFilter: string
  attributes: PersonAttributes
  /** undefined: only an attribute of the person names groups. */
  groupSearch: { base: string; filter: string; nameAttribute: string } | undefined
  /** Time limit for one server. */
  timeoutMs: number
  mailDomains: readonly string[]
  sessionAgeSeconds: number
  policy: ExternalUserPolicy
}

/** The directory of the settings; undefined if none is configured. */
export function directoryOptions(settings: Settings): DirectoryOptions | undefined {
  const { ldapUrl: urls, ldapBase: base, ldapBindDn: dn, ldapBindPassword: password } = settings
  if (urls === undefined || base === undefined) return undefined
  const { ldapGroupFilter: groupFilter } = settings
  return {
    urls,
    isEncrypted: settings.ldapTls === 'required',
    caFile: settings.ldapCa,
    serviceAccount: dn === undefined || password === undefined ? undefined : { dn, password },
    base,
    userFilter: settings.ldapUserFilter,
    attributes: {
      subject: settings.ldapSubjectAttribute,
      username: settings.ldapUsernameAttribute,
      email: settings.ldapEmailAttribute,
      firstName: settings.ldapFirstNameAttribute,
      lastName: settings.ldapLastNameAttribute,
      groups: settings.ldapGroupsAttribute,
    },
    groupSearch:
      groupFilter === undefined
        ? undefined
        : {
            base: settings.ldapGroupBase ?? base,
            filter: groupFilter,
            nameAttribute: settings.ldapGroupNameAttribute,
          },
    timeoutMs: settings.ldapTimeout * 1_000,
    mailDomains: settings.mailDomains,
    sessionAgeSeconds: settings.externalSessionAge * 3_600,
    policy: { firstSignIn: settings.externalFirstSignIn, isGroupRequired: settings.externalGroupRequired },
  }
}

/**
 * Conflicts between settings of the directory. Settings with invalid values may be missing, since those are
 * already reported.
 */
export function directoryConflicts(settings: Settings): string[] {
  const { ldapUrl, ldapBase, ldapBindDn, ldapBindPassword, ldapUserFilter, ldapGroupFilter } = settings
  const faults: string[] = []
  if (ldapUrl !== undefined && ldapBase === undefined)
    faults.push('MILLRACE_LDAP_URL needs MILLRACE_LDAP_BASE')
  // A DN without a password is an anonymous bind in disguise (RFC 4513, 5.1.2).
  if ((ldapBindDn === undefined) !== (ldapBindPassword === undefined)) {
    faults.push('MILLRACE_LDAP_BIND_DN and MILLRACE_LDAP_BIND_PASSWORD are needed both, or none of them')
  }
  const userFault = ldapUserFilter && filterFault(ldapUserFilter, ['name'], ['name'])
  if (userFault) faults.push(`MILLRACE_LDAP_USER_FILTER ${userFault}`)
  const groupFault = ldapGroupFilter && filterFault(ldapGroupFilter, ['dn', 'name'], ['dn', 'name'])
  if (groupFault) faults.push(`MILLRACE_LDAP_GROUP_FILTER ${groupFault}`)
  return faults
}
