import { isIPv4, isIPv6, type Socket } from 'node:net'
import { ipv6Text, plainAddress } from './networks.ts'

/** Destroys a connection whose header is not complete after this time. */
const timeoutMs = 10_000

/**
 * Reads the PROXY protocol header of a connection. Leaves the rest of the stream in the paused socket.
 * Resolves with the sender's address, or '' if the header has none. If no valid header arrives in time,
 * destroys the socket and resolves with undefined.
 */
export function receiveProxyHeader(socket: Socket): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  let buffered: Buffer = Buffer.alloc(0)
  const done = (sender: string | undefined): void => {
    clearTimeout(timer)
    socket.off('data', read).off('end', fail).off('close', fail).off('error', fail)
    if (sender === undefined) socket.on('error', () => {}).destroy()
    resolve(sender)
  }
  const fail = (): void => done(undefined)
  const read = (chunk: Buffer): void => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    const header = readProxyHeader(buffered)
    if (header === 'more') return
    if (header === 'bad') {
      fail()
      return
    }
    socket.pause()
    if (header.length < buffered.length) socket.unshift(buffered.subarray(header.length))
    done(header.sender)
  }
  const timer = setTimeout(fail, timeoutMs)
  socket.on('data', read).on('end', fail).on('close', fail).on('error', fail)
  socket.resume()
  return promise
}

// Specification: https://www.haproxy.org/download/1.8/doc/proxy-protocol.txt, sections 2.1 and 2.2.

/** Version 1: maximum length including CR LF. */
const maxLineBytes = 107
/** Version 2: bytes before the addresses. */
const fixedBytes = 16
/** Version 2: maximum bytes of the addresses and extensions (TLVs). */
const maxAddressBytes = 4_096
const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const linePrefix = Buffer.from('PROXY ', 'latin1')

/** Maximum bytes of an accepted header. */
export const maxProxyHeaderBytes = fixedBytes + maxAddressBytes

/**
 * Result of reading a header: 'more' if more bytes are needed, 'bad' if it is no header, otherwise its length
 * and the sender's address, which is '' for health checks of the proxy and senders without an IP address.
 */
export type ProxyHeader = 'more' | 'bad' | { length: number; sender: string }

/**
 * Reads the PROXY protocol header (version 1 or 2) at the start of `bytes`. Never returns 'more' for
 * maxProxyHeaderBytes or more bytes.
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (startsLike(bytes, signature)) return bytes.length < fixedBytes ? 'more' : readBinary(bytes)
  if (startsLike(bytes, linePrefix)) return readLine(bytes)
  return 'bad'
}

/** Whether one of the two is a prefix of the other. */
function startsLike(bytes: Buffer, start: Buffer): boolean {
  const length = Math.min(bytes.length, start.length)
  return bytes.compare(start, 0, length, 0, length) === 0
}

function readLine(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, maxLineBytes).indexOf('\r\n', 0, 'latin1')
  if (end === -1) return bytes.length < maxLineBytes ? 'more' : 'bad'
  const length = end + 2
  const line = bytes.toString('latin1', linePrefix.length, end)
  if (line === 'UNKNOWN' || line.startsWith('UNKNOWN ')) return { length, sender: '' }
  const [family, source = '', destination = '', ...ports] = line.split(' ')
  const isAddress = family === 'TCP4' ? isIPv4 : family === 'TCP6' ? isIPv6 : undefined
  if (isAddress === undefined || !isAddress(source) || !isAddress(destination)) return 'bad'
  if (ports.length !== 2 || !ports.every(isPort)) return 'bad'
  return { length, sender: plainAddress(source) }
}

function isPort(text: string): boolean {
  return /^(0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535
}

const tcp4 = 0x11
const tcp6 = 0x21
/**
 * Minimum bytes of addresses and ports by protocol; 0 for senders without an IP address. Other protocols,
 * such as UDP, are refused.
 */
const addressSizes: ReadonlyMap<number, number> = new Map([
  // Unspecified, and stream and datagram Unix sockets.
  [0x00, 0],
  [0x31, 0],
  [0x32, 0],
  [tcp4, 12],
  [tcp6, 36],
])

function readBinary(bytes: Buffer): ProxyHeader {
  const versionAndCommand = bytes.readUInt8(12)
  const protocol = bytes.readUInt8(13)
  const size = bytes.readUInt16BE(14)
  // LOCAL: a health check of the proxy itself, whose addresses do not count.
  const isLocal = versionAndCommand === 0x20
  const isProxied = versionAndCommand === 0x21
  if ((!isLocal && !isProxied) || size > maxAddressBytes) return 'bad'
  const length = fixedBytes + size
  const minSize = isLocal ? 0 : addressSizes.get(protocol)
  if (minSize === undefined || size < minSize) return 'bad'
  if (bytes.length < length) return 'more'
  if (minSize === 0) return { length, sender: '' }
  if (protocol === tcp4) return { length, sender: bytes.subarray(16, 20).join('.') }
  return { length, sender: plainAddress(ipv6Text(bytes.subarray(16, 32))) }
}
