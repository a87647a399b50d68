import { accessToken } from '../api/http/request.ts'
import type { Socket } from './live-connection.ts'

/** Opens the WebSocket at the address of the page, with its session cookie or the token of TV mode. */
export function openLiveSocket(): Socket {
  const address = new URL('/ws/live-updates', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const token = accessToken()
  // A browser's handshake has no header for a token: it is sent as a subprotocol, and the service answers
  // with the other one.
  const socket = new WebSocket(address, token === undefined ? [] : ['millrace', `token.${token}`])
  const adapted: Socket = {
    send: text => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onclose: null,
    onmessage: null,
  }
  socket.onopen = () => adapted.onopen?.()
  socket.onclose = () => adapted.onclose?.()
  socket.onmessage = event => adapted.onmessage?.({ data: event.data })
  return adapted
}
