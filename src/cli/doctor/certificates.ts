import { Certificates } from '../../ingest/listen/certificates.ts'
import type { TlsSettings } from '../../ingest/listen/settings.ts'
import { type Check, type Finding, fault, ok, reasonOf, warning } from './finding.ts'

/** Whether the certificates of https and TLS listeners are usable, and for how long. */
export const certificatesCheck: Check = {
  name: 'certificates',
  async run({ settings: { httpTlsCert: cert, httpTlsKey: key }, listeners }) {
    const all = new Map<string, TlsSettings>()
    if (cert !== undefined && key !== undefined) all.set('https', { cert, key, clientCertificates: 'none' })
    if (typeof listeners !== 'string')
      for (const { name, tls } of listeners) if (tls !== undefined) all.set(name, tls)
    const found: Finding[] = []
    for (const [name, files] of all) {
      const warnings: string[] = []
      try {
        await Certificates.open(files, message => warnings.push(message))
        found.push(
          ...(warnings.length === 0
            ? [ok(`${name}: ${files.cert}`)]
            : warnings.map(text => warning(`${name}: ${text}`))),
        )
      } catch (error) {
        found.push(fault(`${name}: ${reasonOf(error)}`))
      }
    }
    return found
  },
}
