import { printable } from '../../../charts/printable.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { followLink } from '../../state/location.ts'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'
import { triggerAddress } from '../links/triggers-address.ts'
import type { ImportResult } from './trigger-files.ts'

/** The result of an import: new triggers, existing ones, and parts that do not work as in the file. */
export function ImportResultDialog({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { triggers, failures } = result
  const imported = triggers.filter(one => one.result === 'imported')
  return (
    <Dialog title={texts.importTitle} onClose={onClose} width={640}>
      <p>{texts.importDone(imported.length, triggers.length - imported.length)}</p>
      {failures.length > 0 && (
        <ul className="trigger-import-failures" role="alert">
          {failures.map(text => (
            <li key={text}>{printable(text)}</li>
          ))}
        </ul>
      )}
      {triggers.length > 0 && (
        <ul className="trigger-imported">
          {triggers.map(({ name, result, trigger_id, notes }) => (
            <li key={`${trigger_id} ${result}`}>
              <a href={triggerAddress(trigger_id)} onClick={followLink}>
                {printable(name)}
              </a>{' '}
              <span className={result === 'imported' ? 'badge info' : 'badge'}>
                {result === 'imported' ? texts.importImported : texts.importDuplicate}
              </span>
              {notes.map(note => (
                <p key={note} className="trigger-import-note">
                  {printable(note)}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      {imported.length > 0 && <p className="faint">{texts.importOff}</p>}
      <div className="form-actions">
        <Button className="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </Dialog>
  )
}
