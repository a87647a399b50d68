import { Certificates } from '../../ingest/listen/certificates.ts'
import type { Settings } from '../../schema/settings/settings.ts'

/**
 * The certificate of the page and the HTTP interface; undefined for plain HTTP. Rejects with an Error that
 * names an unusable file.
 */
export async function httpCertificates(
  { httpTlsCert: cert, httpTlsKey: key }: Settings,
  warn: (message: string) => void,
): Promise<Certificates | undefined> {
  if (cert === undefined || key === undefined) return undefined
  return await Certificates.open({ cert, key, clientCertificates: 'none' }, warn)
}
