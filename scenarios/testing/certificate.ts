import path from 'node:path'
import { run } from './programs.ts'

/** A self-signed certificate for 127.0.0.1 and its key, as files in this folder. */
export async function makeCertificate(folder: string): Promise<{ cert: string; key: string }> {
  const cert = path.join(folder, 'cert.pem')
  const key = path.join(folder, 'key.pem')
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:127.0.0.1'],
    ...['-out', cert, '-keyout', key],
  ])
  return { cert, key }
}
