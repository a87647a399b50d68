import type { Socket } from 'node:net'
import { maxProxyHeaderBytes, readProxyHeader } from './proxy-header.ts'

/** Destroys a connection whose header is not complete after this time. */
const timeoutMs = 10_000

/**
 * Reads the PROXY protocol header of a connection; the rest stays in the paused socket. Resolves with the
 * address of the sender, '' when the header names none. If no header arrives in time, destroys the socket and
 * resolves with undefined.
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
    if (header === 'more' && buffered.length < maxProxyHeaderBytes) return
    if (typeof header === 'string') {
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
