import { printable } from '../../../charts/printable.ts'
import { momentText } from '../../../charts/time-text.ts'
import type { ActionRun } from '../../../schema/triggers/action-run.ts'
import { readAction } from '../../api/actions.ts'
import { errorText } from '../../api/http/api-error.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { followLink } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { useRead } from '../../state/use-read.ts'
import { historyTexts as texts } from '../../texts/triggers/history.ts'
import { runTone } from './run-look.ts'

/** Everything known about one action: its result, and its response or output. */
export function RunDialog({ run: listed, onClose }: { run: ActionRun; onClose: () => void }) {
  const zone = useZone()
  const { data, error } = useRead(['actions', 'one', listed.id, listed.tries, listed.status], signal =>
    readAction(listed.id, signal),
  )
  const run = data ?? listed
  const facts: [string, string][] = [
    [texts.created, momentText(run.created_at, zone)],
    [texts.finished, run.finished_at === null ? '' : momentText(run.finished_at, zone)],
    [texts.result, run.result === null ? '' : printable(run.result)],
    [texts.key, printable(run.key)],
    [texts.idempotency, run.idempotency_key],
  ]
  return (
    <Dialog title={`${texts.kinds[run.kind]}: ${printable(run.trigger_name)}`} onClose={onClose} width={720}>
      <p>
        <span className={`badge ${runTone(run.status)}`}>{texts.statuses[run.status]}</span>{' '}
        <span className="soft">
          {texts.statusHints[run.status]}
          {run.tries > 0 && `, ${texts.tries(run.tries)}`}
        </span>
      </p>
      <dl className="run-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {run.event_id !== null && (
          <div>
            <dt>{texts.event}</dt>
            <dd>
              <a href={`/search?event=${encodeURIComponent(run.event_id)}`} onClick={followLink}>
                {printable(run.message) || texts.openEvent}
              </a>
            </dd>
          </div>
        )}
      </dl>
      {error !== undefined && (
        <p className="field-hint bad" role="alert">
          {texts.outputFailed(errorText(error))}
        </p>
      )}
      {run.output && (
        <section aria-labelledby="run-output">
          <h3 className="run-subtitle" id="run-output">
            {texts.output}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className="run-output mono" tabIndex={0}>
            {printable(run.output, true)}
          </pre>
        </section>
      )}
      <div className="form-actions">
        <Button onClick={onClose}>{texts.close}</Button>
      </div>
    </Dialog>
  )
}
