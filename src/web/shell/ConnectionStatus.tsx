import type { ConnectionState } from '../live/live-connection.ts'
import { useConnectionState } from '../live/use-live-query.ts'

const texts: Record<ConnectionState, [short: string, long: string]> = {
  off: ['Offline', 'No live connection'],
  connecting: ['Connecting', 'Opening the live connection'],
  open: ['Connected', 'Live: changes arrive as they happen'],
  waiting: ['Reconnecting', 'Live connection lost, reconnecting. Meanwhile the page polls.'],
}

/** State of the live connection. */
export function ConnectionStatus() {
  const state = useConnectionState()
  const [short, long] = texts[state]
  return (
    <div className={`link-state ${state}`} title={long} role="status">
      <i />
      <span>{short}</span>
      <b className="unseen">{long}</b>
    </div>
  )
}
