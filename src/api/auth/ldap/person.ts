import type { Entry } from 'ldapts'
import { type ExternalAccount, SignInError } from '../../../metadata/identity/external-account.ts'
import {
  accountEmail,
  accountText,
  maxExternalGroups,
  maxNameLength,
  maxSubjectLength,
  maxUsernameLength,
} from '../account-text.ts'
import type { DirectoryOptions } from './options.ts'

/** Attribute of Active Directory: 16 bytes, which identify an entry for good. */
const guidAttribute = 'objectguid'

/** The account of an entry. Throws SignInError `misconfigured` without a usable subject or username. */
export function accountOfPerson(
  entry: Entry,
  { attributes, base, mailDomains }: Pick<DirectoryOptions, 'attributes' | 'base' | 'mailDomains'>,
): ExternalAccount {
  const subject = subjectOf(entry, attributes.subject)
  const username = accountText(textsOf(entry, attributes.username)[0], maxUsernameLength)
  if (subject === undefined || username === undefined) {
    const missingAttribute = subject === undefined ? attributes.subject : attributes.username
    throw new SignInError(
      'misconfigured',
      `the entry ${entry.dn} has no usable attribute ${missingAttribute}`,
    )
  }
  const nameOf = (attribute: string) => accountText(textsOf(entry, attribute)[0], maxNameLength)
  return {
    provider: 'ldap',
    issuer: issuerOf(base, attributes.subject),
    subject,
    username,
    email: accountEmail(textsOf(entry, attributes.email)[0], mailDomains),
    firstName: nameOf(attributes.firstName),
    lastName: nameOf(attributes.lastName),
    groups: textsOf(entry, attributes.groups).slice(0, maxExternalGroups),
  }
}

/** The names of a found group: its DN, and the values of an attribute. */
export function groupNames(entry: Entry, nameAttribute: string): string[] {
  return [entry.dn, ...textsOf(entry, nameAttribute)]
}

/**
 * The issuer of subjects: the domain of the directory (the `dc` at the end of the base; without it the whole
 * base) and the attribute. It does not depend on the servers or on the base within a domain.
 */
export function issuerOf(base: string, attribute: string): string {
  const dn = base
    .toLowerCase()
    .replace(/\s*([,=])\s*/g, '$1')
    .trim()
  return `${/(?:^|,)(dc=[^,]+(?:,dc=[^,]+)*)$/.exec(dn)?.[1] ?? dn} ${attribute.toLowerCase()}`
}

/** The identifier of a person: the value as text, a GUID in its notation, or other binary values as hex. */
function subjectOf(entry: Entry, attribute: string): string | undefined {
  const [value] = valuesOf(entry, attribute)
  if (value === undefined) return undefined
  const bytes = Buffer.from(value)
  if (attribute.toLowerCase() === guidAttribute) return bytes.length === 16 ? guidText(bytes) : undefined
  const text = accountText(bytes.toString(), maxSubjectLength)
  if (text !== undefined && Buffer.from(text).equals(bytes)) return text
  return bytes.length === 0 || bytes.length * 2 > maxSubjectLength ? undefined : bytes.toString('hex')
}

/** A GUID in Microsoft's notation: the lowest byte comes first in each of the first three parts. */
function guidText(bytes: Buffer): string {
  const field = (start: number, end: number) => bytes.subarray(start, end)
  const littleEndian = [field(0, 4), field(4, 6), field(6, 8)].map(field => Buffer.from(field).reverse())
  return [...littleEndian, field(8, 10), field(10, 16)].map(field => field.toString('hex')).join('-')
}

function textsOf(entry: Entry, attribute: string): string[] {
  return valuesOf(entry, attribute).filter(value => typeof value === 'string')
}

/**
 * The values of an attribute, whose name may have any letter case. From some 1,500 values on, Active
 * Directory sends only a part, as `memberOf;range=0-1499`.
 */
function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const attributeKey = attribute.toLowerCase()
  const found = Object.entries(entry).filter(([name]) => {
    const [plain, option] = name.toLowerCase().split(';')
    return name !== 'dn' && plain === attributeKey && (option === undefined || option.startsWith('range='))
  })
  return found.flatMap(([, values]) => values)
}
