import type { ListenerKindName } from './kinds.ts'

/** Absolute paths of the TLS files of a listener. */
export interface TlsSettings {
  /** PEM files: the certificate with its intermediate certificates, and its key without a passphrase. */
  cert: string
  key: string
  /** PEM file of the root certificates for client certificates; Node's own roots when absent. */
  ca?: string
  /**
   * Whether clients must present a certificate. A presented certificate must be valid; 'none' does not ask
   * for one.
   */
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
  tls?: TlsSettings | undefined
  /** Addresses and networks of senders that are accepted; all when absent. */
  allow?: readonly string[] | undefined
  /**
   * Addresses and networks of proxies. Requires a PROXY protocol header (version 1 or 2) on every connection,
   * and refuses connections of other peers. Absent: headers are not read.
   */
  trustedProxies?: readonly string[] | undefined
  /** IANA name of the zone of timestamps without a zone; the common zone of all listeners when absent. */
  timezone?: string | undefined
  /** Encoding of frames that are not UTF-8; the common encoding of all listeners when absent. */
  encoding?: string | undefined
  /** For rules: `extra._source_tag` of each event. */
  sourceTag?: string | undefined
  /** Name of the user tag that gets the address of the sender; none when absent. */
  senderTag?: string | undefined
  /** Replaces the program of each event. */
  program?: string | undefined
  /** User tags that each event gets. */
  tags?: Readonly<Record<string, string>> | undefined
  /** Ends a connection that sends nothing for this time. */
  idleTimeoutMs?: number | undefined
  /** Open connections of this listener, within the maximum of all listeners. */
  maxConnections?: number | undefined
  maxConnectionsPerSender?: number | undefined
  /** Longer frames are cut. */
  maxFrameBytes?: number | undefined
  /** Maximum datagrams of one sender per second; unlimited when absent. */
  maxRatePerSender?: number | undefined
  /** Skips a default listener, with a warning, when its port is taken. */
  skipIfTaken?: boolean
}
