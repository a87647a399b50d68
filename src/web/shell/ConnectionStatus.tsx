import { useConnectionState } from '../live/use-live-query.ts'
import { shellTexts } from '../texts/shell.ts'

/** State of the live connection. */
export function ConnectionStatus() {
  const state = useConnectionState()
  const [short, long] = shellTexts.connection[state]
  return (
    <div className={`link-state ${state}`} title={long} role="status">
      <i />
      <span>{short}</span>
      <b className="unseen">{long}</b>
    </div>
  )
}
