import type {
  Forwarder,
  ForwarderDraft,
  ForwarderPatch,
  ForwarderTest,
} from '../../schema/forwarding/forwarder.ts'
import { get, type ListPage, request, resource } from './http/request.ts'

/** All forwarders, by name: the service has at most 100. */
export function readForwarders(signal: AbortSignal): Promise<ListPage<Forwarder>> {
  return get('/api/forwarders?page_size=100&ordering=name', signal)
}

export const {
  create: createForwarder,
  change: changeForwarder,
  remove: deleteForwarder,
} = resource<Forwarder, ForwarderDraft, ForwarderPatch>('/api/forwarders')

/** Sends a test event. A destination that refuses it is an answer, not an error. */
export function testForwarder(id: number): Promise<ForwarderTest> {
  return request(`/api/forwarders/${id}/test`, { method: 'POST' })
}

/** The forwarder will not send the events that wait for it; it continues with new ones. */
export function skipWaiting(id: number): Promise<Forwarder> {
  return request(`/api/forwarders/${id}/skip`, { method: 'POST' })
}
