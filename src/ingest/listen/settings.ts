import type { ListenerKindName } from './kinds.ts'

/** Absolute paths of the TLS files of a listener. */
export interface TlsSettings {
  /** PEM file of the certificate with its intermediate certificates. */
  cert: string
  /** PEM file of its key, without a passphrase. */
  key: string
  /** PEM file of the root certificates for client certificates. Absent: Node's own roots. */
  ca?: string
  /** Whether to ask clients for a certificate, and require one. A presented certificate must be valid. */
  clientCertificates: 'none' | 'optional' | 'required'
}

/** A host and port, or a Unix socket with the file permissions `mode`. */
export type BindAddress = { host: string; port: number; path?: undefined } | { path: string; mode: number }

/** The settings of one listener: plain data, complete and valid. */
export interface ListenerSettings {
  /** Name of the listener; also its key in Intake.addresses and its source in the ledger. */
  name: string
  kind: ListenerKindName
  address: BindAddress
  tls?: TlsSettings | undefined
  /** Addresses and networks of accepted senders. Absent: all. */
  allow?: readonly string[] | undefined
  /**
   * Addresses and networks of proxies. If set, every connection must come from one and begin with a PROXY
   * protocol header (version 1 or 2).
   */
  trustedProxies?: readonly string[] | undefined
  /** IANA name of the zone of timestamps without a zone. Absent: the common zone of all listeners. */
  timezone?: string | undefined
  /** Encoding of frames that are not UTF-8. Absent: the common encoding of all listeners. */
  encoding?: string | undefined
  /** `extra._source_tag` of each event, for rules. */
  sourceTag?: string | undefined
  /** Name of the user tag with the sender's address. Absent: no tag. */
  senderTag?: string | undefined
  /** Replaces the program of each event. */
  program?: string | undefined
  /** User tags that each event gets. */
  tags?: Readonly<Record<string, string>> | undefined
  /** Ends a connection that sends nothing for this time. */
  idleTimeoutMs?: number | undefined
  /** Maximum open connections of this listener, within the maximum of all listeners. */
  maxConnections?: number | undefined
  maxConnectionsPerSender?: number | undefined
  /** Longer frames are cut. */
  maxFrameBytes?: number | undefined
  /** Maximum datagrams of one sender per second. Absent: unlimited. */
  maxRatePerSender?: number | undefined
  /** True for a default listener that is skipped, with a warning, when its port is taken. */
  skipIfTaken?: boolean
}
