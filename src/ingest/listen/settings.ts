import type { ListenerKindName } from './kinds.ts'

/** Where a listener takes TLS from. Paths are absolute. */
export interface TlsSettings {
  /** PEM files: the certificate with those between it and its root, and its key without a passphrase. */
  cert: string
  key: string
  /** PEM file of the roots that certificates of clients are judged by; those of Node when absent. */
  ca?: string
  /** Whether clients must show a certificate. One that is shown must be good in either case; with none it is not asked for. */
  clientCertificates: 'none' | 'optional' | 'required'
}

/** A port of an address, or a socket in the file system with the permissions of `mode`. */
export type BindAddress = { host: string; port: number; path?: undefined } | { path: string; mode: number }

/** The settings of one listener. Plain data, complete and checked. */
export interface ListenerSettings {
  /** As in Intake.addresses; also the source in the ledger. */
  name: string
  kind: ListenerKindName
  address: BindAddress
  tls?: TlsSettings
  /** Addresses and networks whose lines are taken; of anybody when absent. */
  allow?: readonly string[]
  /**
   * Every connection begins with a PROXY protocol header (versions 1 and 2), which is taken from these addresses and networks alone;
   * connections of all others are ended. Without it headers are not looked for.
   */
  trustedProxies?: readonly string[]
  /** IANA name of the zone of stamps that name none; that of all listeners when absent. */
  timezone?: string
  /** For rules: `extra._source_tag` of each event. */
  sourceTag?: string
  /** Name of the user tag of each event that has the address of its sender; none when absent. */
  senderTag?: string
  /** The program of each event, in place of its own. */
  program?: string
  /** User tags of each event, in place of its own. */
  tags?: Readonly<Record<string, string>>
  /** Ends a connection that sends nothing for this time. */
  idleTimeoutMs?: number
  /** Open connections at most, and of one sender; the former counts within that of all listeners. */
  maxConnections?: number
  maxConnectionsPerSender?: number
  /** Bytes of a frame that are kept. */
  maxFrameBytes?: number
  /** Maximum number of datagrams of one sender in a second; any number when absent. */
  maxRatePerSender?: number
  /** It is there by default: when its port is taken it is left out, with a warning. */
  skipIfTaken?: boolean
}
