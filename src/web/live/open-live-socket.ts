import type { Socket } from './live-connection.ts'

/** Opens the WebSocket at the address of the page, with its session cookie. */
export function openLiveSocket(): Socket {
  const address = new URL('/ws/live-updates', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address)
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
