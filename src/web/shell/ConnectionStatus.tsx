import type { ConnectionState } from '../live/live-connection.ts'
import { useConnectionState } from '../live/use-live-query.ts'

const texts: Record<ConnectionState, [short: string, long: string]> = {
  off: ['Offline', 'No live connection'],
  connecting: ['Connecting', 'The live connection is being made'],
  open: ['Connected', 'Live: changes arrive as they happen'],
  waiting: [
    'Reconnecting',
    'The live connection was lost; it will be tried again. Meanwhile the page asks now and then.',
  ],
}

/** Whether changes arrive by themselves. */
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
