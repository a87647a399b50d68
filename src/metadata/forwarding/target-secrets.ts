import { isDeepStrictEqual } from 'node:util'
import type { ForwarderContent } from '../../schema/forwarding/forwarder.ts'
import type { KafkaTarget } from '../../schema/forwarding/targets/kafka.ts'
import {
  kindsOf,
  placeText,
  type Target,
  targetKinds,
  targetSecrets,
} from '../../schema/forwarding/targets.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** Secret members of a destination by name. */
export type TargetSecrets = Readonly<Record<string, string>>

/** The destination of a valid content, with its secrets. */
export function targetOf(content: ForwarderContent, secrets: TargetSecrets): Target {
  const [kind] = kindsOf(content)
  if (kind === undefined) throw new Error('a forwarder without a destination')
  // The settings of this kind, by the schema of the content.
  return { kind, ...content[kind], ...secrets } as Target
}

/**
 * Takes the secrets out of a content. A secret that a change leaves out is kept from `before`, if the
 * destination receives at the same place: another place must not get it.
 */
export function splitSecrets(
  given: ForwarderContent,
  before?: { content: ForwarderContent; secrets: TargetSecrets },
): { content: ForwarderContent; secrets: TargetSecrets } {
  const [kind] = kindsOf(given)
  if (kind === undefined) return { content: given, secrets: {} }
  const names: readonly string[] = targetSecrets[kind]
  const members = new Map<string, unknown>(Object.entries(given[kind] ?? {}))
  const kept = before !== undefined && placeOf(given) === placeOf(before.content) ? before.secrets : {}
  const secrets: Record<string, string> = {}
  for (const name of names) {
    const value = members.get(name) ?? kept[name]
    if (typeof value === 'string' && value !== '') secrets[name] = value
    members.delete(name)
  }
  return { content: { ...given, [kind]: Object.fromEntries(members) }, secrets }
}

/** Whether a change leaves the destination as it is: it gives no other setting and no secret. */
export function keepsTarget(given: ForwarderContent, before: ForwarderContent): boolean {
  return targetKinds.every(kind => isDeepStrictEqual(given[kind], before[kind]))
}

/** Where a destination receives (for a URL, its origin), and how the identity of the receiver is checked. */
function placeOf(content: ForwarderContent): string {
  if (content.kafka !== undefined) return clusterOf(content.kafka)
  const [kind] = kindsOf(content)
  // `host` and `name`: each kind has one of these members, so that each fits this type.
  const target: { url?: string; host?: string; name?: string; verify_tls?: boolean; ca?: string } =
    (kind && content[kind]) ?? {}
  const { url, verify_tls = true, ca = '' } = target
  const place = url === undefined ? placeText(content) : originOf(url)
  return `${kind} ${place} ${verify_tls} ${ca}`
}

/** Where a cluster is, how its identity is checked, and how it gets the password. */
function clusterOf(target: KafkaTarget): string {
  const { brokers, tls = false, verify_tls = true, ca = '', sasl = 'none' } = target
  return `kafka ${brokers.join(',')} ${tls} ${verify_tls} ${ca} ${sasl}`
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url
}

/** The secrets, encrypted for the forwarder with this id; null without secrets. */
export function sealTargetSecrets(keyring: Keyring, id: number, secrets: TargetSecrets): string | null {
  if (Object.keys(secrets).length === 0) return null
  return keyring.seal(JSON.stringify(secrets), contextOf(id))
}

/** The secrets of a forwarder; undefined if the instance key does not open them. */
export function openTargetSecrets(
  keyring: Keyring,
  { id, sealed }: { id: number; sealed: string | null },
): TargetSecrets | undefined {
  if (sealed === null) return {}
  const text = keyring.tryOpen(sealed, contextOf(id))
  // Sealed by sealTargetSecrets.
  return text === undefined ? undefined : (JSON.parse(text) as TargetSecrets)
}

function contextOf(id: number): string {
  return `forwarder ${id}`
}
