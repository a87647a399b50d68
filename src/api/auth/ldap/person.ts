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

/** Active Directory's binary identifier of an entry: 16 bytes. */
const guidAttribute = 'objectguid'

/** The account of a person's entry. Throws SignInError `misconfigured` without usable subject or username. */
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

/** The names of a group's entry: its DN, and the values of its name attribute. */
export function groupNames(entry: Entry, nameAttribute: string): string[] {
  return [entry.dn, ...textsOf(entry, nameAttribute)]
}

/**
 * Identifies the source of subjects: the domain of the directory and the attribute. The domain is the
 * trailing `dc` parts of the base (`dc=example,dc=org` of `ou=people,dc=example,dc=org`), or the whole base
 * if it has none. So users stay the same with another server, or another base in the same domain.
 */
export function issuerOf(base: string, attribute: string): string {
  const dn = base
    .toLowerCase()
    .replace(/\s*([,=])\s*/g, '$1')
    .trim()
  return `${/(?:^|,)(dc=[^,]+(?:,dc=[^,]+)*)$/.exec(dn)?.[1] ?? dn} ${attribute.toLowerCase()}`
}

/** A person's identifier: a GUID, a text, or other bytes as hex; undefined if missing or too long. */
function subjectOf(entry: Entry, attribute: string): string | undefined {
  const [value] = valuesOf(entry, attribute)
  if (value === undefined) return undefined
  const bytes = Buffer.from(value)
  if (attribute.toLowerCase() === guidAttribute) return bytes.length === 16 ? guidText(bytes) : undefined
  const text = accountText(bytes.toString(), maxSubjectLength)
  // Decoding replaces invalid bytes and accountText trims, so two different values could give the same text.
  if (text !== undefined && Buffer.from(text).equals(bytes)) return text
  return bytes.length === 0 || bytes.length * 2 > maxSubjectLength ? undefined : bytes.toString('hex')
}

/** The text of a GUID, whose first three parts are stored with the lowest byte first. */
function guidText(bytes: Buffer): string {
  const part = (start: number, end: number) => bytes.subarray(start, end)
  const reversed = [part(0, 4), part(4, 6), part(6, 8)].map(one => Buffer.from(one).reverse())
  return [...reversed, part(8, 10), part(10, 16)].map(one => one.toString('hex')).join('-')
}

function textsOf(entry: Entry, attribute: string): string[] {
  return valuesOf(entry, attribute).filter(value => typeof value === 'string')
}

/**
 * The values of an attribute, whose name may have any letter case. Of many values, Active Directory sends
 * only the first 1,500 or so, as `memberOf;range=0-1499`; the others are not read.
 */
function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const attributeKey = attribute.toLowerCase()
  const found = Object.entries(entry).filter(([name]) => {
    const [plain, option] = name.toLowerCase().split(';')
    const isRange = option === undefined || option.startsWith('range=')
    return name !== 'dn' && plain === attributeKey && isRange
  })
  return found.flatMap(([, values]) => values)
}
