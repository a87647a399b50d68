import type { ForwarderContent } from '../../schema/forwarding/forwarder.ts'
import type { Target } from '../../schema/forwarding/targets.ts'
import type { SessionSpec } from '../session/messages.ts'

/** What the thread needs to send a test event, which has neither a position nor a window. */
export function testSpecOf(
  { content, target }: { content: ForwarderContent; target: Target },
  common: Pick<SessionSpec, 'instance' | 'folder' | 'allowed' | 'ownPorts' | 'snmpEngine'>,
): SessionSpec {
  const nowhere = { since: { batch: 0, missing: [] } }
  return { ...common, content, target, position: { sent: nowhere, endedUntil: 0 }, storedWindowMicros: 0 }
}
