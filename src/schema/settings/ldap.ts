import { Type } from 'typebox'
import { optionalPath, secret } from './setting-types.ts'

const attribute = { minLength: 1, maxLength: 100 }
const dn = { minLength: 1, maxLength: 1_000 }
const filter = { minLength: 3, maxLength: 2_000 }

/** Settings of the LDAP directory that checks users' passwords at sign-in. */
export const ldapSettings = {
  ldapUrl: Type.Optional(
    Type.Unsafe<readonly string[]>({
      type: 'string',
      format: 'ldap-addresses',
      title: 'LDAP directory',
      description:
        'The servers of one directory, tried one after the other: [sign-in.md](sign-in.md#ldap). Users then sign in with their password of the directory. ldaps:// is encrypted from the start, ldap:// with StartTLS. Needs MILLRACE_LDAP_BASE.',
    }),
  ),
  ldapTls: Type.Enum(['required', 'off'], {
    title: 'Encryption of ldap:// addresses',
    description:
      'required: StartTLS before anything else; a server without it is not used. off: no encryption; anyone on the network path can read the passwords.',
    default: 'required',
  }),
  ldapCa: optionalPath(
    'Certificate authority of the directory',
    'A PEM file; only certificates of its authorities are accepted then. Default: the authorities that Node knows. Read at each connection.',
  ),
  ldapBindDn: Type.Optional(
    Type.String({
      title: 'Account that searches the directory',
      description:
        'A DN (Active Directory also takes millrace@corp.example). Without it the search is anonymous. Needs MILLRACE_LDAP_BIND_PASSWORD.',
      ...dn,
    }),
  ),
  ldapBindPassword: Type.Optional(
    Type.String({
      title: 'Password of MILLRACE_LDAP_BIND_DN',
      minLength: 1,
      maxLength: 1_000,
      ...secret,
    }),
  ),
  ldapBase: Type.Optional(
    Type.String({
      title: 'Where people are in the directory',
      description: 'A DN, as ou=people,dc=example,dc=com; everything below it is searched.',
      ...dn,
    }),
  ),
  ldapUserFilter: Type.String({
    title: 'Filter that finds a person',
    description:
      'RFC 4515; {name} is the entered username, escaped. It must find exactly one entry. Active Directory: (&(objectCategory=person)(sAMAccountName={name})).',
    default: '(uid={name})',
    ...filter,
  }),
  ldapSubjectAttribute: Type.String({
    title: 'Attribute that a person keeps for ever',
    description:
      'It identifies accounts: it must never change or be reassigned. Active Directory: objectGUID.',
    default: 'entryUUID',
    ...attribute,
  }),
  ldapUsernameAttribute: Type.String({
    title: 'Attribute with the username',
    description: 'Active Directory: sAMAccountName.',
    default: 'uid',
    ...attribute,
  }),
  ldapEmailAttribute: Type.String({ title: 'Attribute with the email', default: 'mail', ...attribute }),
  ldapFirstNameAttribute: Type.String({
    title: 'Attribute with the first name',
    default: 'givenName',
    ...attribute,
  }),
  ldapLastNameAttribute: Type.String({ title: 'Attribute with the last name', default: 'sn', ...attribute }),
  ldapGroupsAttribute: Type.String({
    title: 'Attribute of people with the DNs of their groups',
    default: 'memberOf',
    ...attribute,
  }),
  ldapGroupFilter: Type.Optional(
    Type.String({
      title: 'Filter that finds the groups of a person',
      description:
        '{dn} is the DN of the person, {name} the username, both escaped: (member={dn}), (memberUid={name}), or (member:1.2.840.113556.1.4.1941:={dn}) for nested groups of Active Directory. The names of these groups are their DN and MILLRACE_LDAP_GROUP_NAME_ATTRIBUTE. Default: groups are not searched.',
      ...filter,
    }),
  ),
  ldapGroupBase: Type.Optional(
    Type.String({
      title: 'Where groups are in the directory',
      description: 'Default: MILLRACE_LDAP_BASE.',
      ...dn,
    }),
  ),
  ldapGroupNameAttribute: Type.String({
    title: 'Attribute with the name of a group that was searched',
    default: 'cn',
    ...attribute,
  }),
  ldapTimeout: Type.Number({
    title: 'How long a server of the directory may take for a sign-in, seconds',
    default: 5,
    minimum: 0.5,
    maximum: 60,
  }),
}
