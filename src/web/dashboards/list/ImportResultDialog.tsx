import { printable } from '../../../charts/printable.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { followLink } from '../../state/location.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { dashboardAddress } from '../draft/address.ts'
import type { ImportResult } from './use-import.ts'

const { importing: texts, actions } = dashboardTexts

/** The result of an import: new dashboards and failures. */
export function ImportResultDialog({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { made, failures, warnings } = result
  return (
    <Dialog title={texts.title} onClose={onClose} className="confirm dash-import-result">
      <p>{made.length > 0 ? texts.done(made.length) : texts.nothing}</p>
      <ul className="dash-imported">
        {made.map(({ id, title }) => (
          <li key={id}>
            <a href={dashboardAddress(id)} onClick={followLink}>
              {printable(title)}
            </a>
          </li>
        ))}
      </ul>
      {failures.length > 0 && (
        <div role="alert">
          <ul className="dash-import-notes bad">
            {failures.map(text => (
              <li key={text}>{printable(text)}</li>
            ))}
          </ul>
        </div>
      )}
      {warnings.length > 0 && (
        <>
          <p className="soft">{texts.warnings}</p>
          <ul className="dash-import-notes">
            {warnings.map(text => (
              <li key={text}>{printable(text)}</li>
            ))}
          </ul>
        </>
      )}
      <div className="form-actions">
        <Button className="primary" onClick={onClose}>
          {actions.close}
        </Button>
      </div>
    </Dialog>
  )
}
