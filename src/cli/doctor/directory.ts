import { probeServer } from '../../api/auth/ldap/directory.ts'
import { directoryOptions } from '../../api/auth/ldap/options.ts'
import { type Check, type Finding, fault, ok, reasonOf, warning } from './finding.ts'

/**
 * Whether the servers of the LDAP directory let this service search, and passwords are sent to them
 * encrypted.
 */
export const directoryCheck: Check = {
  name: 'directory',
  async run({ settings }) {
    const options = directoryOptions(settings)
    if (options === undefined) return []
    const { urls, isEncrypted, account } = options
    const plain = urls.filter(url => !isEncrypted && url.toLowerCase().startsWith('ldap:'))
    const as = account === undefined ? 'anonymously' : `as ${account.dn}`
    const probed = await Promise.all(
      urls.map(url =>
        probeServer(url, options).then(
          () => ok(`${url} lets this service search ${as}`),
          error => fault(`the directory ${url} cannot be used: ${reasonOf(error)}`),
        ),
      ),
    )
    return [
      ...probed,
      ...plain.map(
        (url): Finding => warning(`${url} is not encrypted (MILLRACE_LDAP_TLS=off): passwords can be read`),
      ),
    ]
  },
}
