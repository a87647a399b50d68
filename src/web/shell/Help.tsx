import { Dialog } from '../components/Dialog.tsx'
import { setPreferences, usePreferences } from '../state/preferences.ts'

const keys: [keys: string[], meaning: string][] = [
  [['/'], 'Go to the query'],
  [['t'], 'Choose the time range'],
  [['j', 'k'], 'Next and previous row'],
  [['Enter'], 'Open the row'],
  [['Esc'], 'Close the open panel'],
  [['l'], 'Live on or off'],
  [['r'], 'Refresh'],
  [['g s', 'g d', 'g r'], 'Go to Search, Dashboard, Reports'],
  [['n'], 'New report, on the Reports page'],
  [['?'], 'This help'],
]
const language: [form: string, meaning: string][] = [
  ['link down', 'both words, in any order'],
  ['link | port', 'either word; OR does the same'],
  ['link !down', 'the first without the second; - and NOT do the same'],
  ['"link down"', 'the words next to each other'],
  ['fail*  *login  10.1.?.7', 'wildcards within a word'],
  ['(fail* | denied) !test', 'parentheses group'],
  ['%ASA-6-302013  10.1.2.3', 'mnemonics, addresses and paths match as a whole or by any of their parts'],
  [
    'host:web-1  -program:cron',
    'conditions on fields and tags become filters, also severity<=3; "host:web-1" in quotation marks is text',
  ],
]

export function Help({ onClose }: { onClose: () => void }) {
  const { keys: isOn } = usePreferences()
  return (
    <Dialog title="Keyboard and search" onClose={onClose} className="help">
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={event => setPreferences({ keys: event.target.checked })}
        />
        Single-key shortcuts
      </label>
      <dl className={isOn ? undefined : 'soft'}>
        {keys.map(([names, meaning]) => (
          <div key={meaning} style={{ display: 'contents' }}>
            <dt>
              {names.map(name => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd className="soft">{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3>In messages</h3>
      <dl>
        {language.map(([form, meaning]) => (
          <div key={form} style={{ display: 'contents' }}>
            <dt className="mono">{form}</dt>
            <dd className="soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
