import type { Socket, SocketListener } from '../../../clients/typescript/src/live-socket.ts'
import { accessToken } from '../api/http/request.ts'

/** Opens the WebSocket at the address of the page, with its session cookie or the token of TV mode. */
export function openLiveSocket({ opened, received, closed }: SocketListener): Socket {
  const address = new URL('/ws/live-updates', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const token = accessToken()
  // A page cannot add headers to the handshake, so the token is sent as a subprotocol. The service selects
  // the subprotocol `millrace`, so that the token is not repeated in its answer.
  const socket = new WebSocket(address, token === undefined ? [] : ['millrace', `token.${token}`])
  socket.onopen = opened
  socket.onmessage = event => received(event.data)
  socket.onclose = event => closed(event.code)
  return socket
}
