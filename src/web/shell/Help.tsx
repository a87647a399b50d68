import { useEffect, useRef } from 'react'
import { Icon } from '../components/Icon.tsx'
import { setPreferences, usePreferences } from '../state/preferences.ts'

const keys: [keys: string[], meaning: string][] = [
  [['/'], 'Go to the query'],
  [['t'], 'Choose the time'],
  [['j', 'k'], 'Next and previous row'],
  [['Enter'], 'Open the row'],
  [['Esc'], 'Close what is open'],
  [['l'], 'Live on or off'],
  [['r'], 'Ask again'],
  [['g s', 'g d', 'g r'], 'Go to Search, to the Dashboard, to Reports'],
  [['n'], 'New report, among Reports'],
  [['?'], 'This page'],
]
const language: [form: string, meaning: string][] = [
  ['link down', 'both words, in any order'],
  ['link | port', 'either word; OR does the same'],
  ['link !down', 'the first without the second; - and NOT do the same'],
  ['"link down"', 'the words next to each other'],
  ['fail*  *login  10.1.?.7', 'wildcards within a word'],
  ['(fail* | denied) !test', 'parentheses group'],
  ['%ASA-6-302013  10.1.2.3', 'a mnemonic, an address or a path is found as a whole or by any of its parts'],
  [
    'host:web-1  -program:cron',
    'conditions on fields and tags become filters, also severity<=3; "host:web-1" in quotation marks is words',
  ],
]

export function Help({ onClose }: { onClose: () => void }) {
  const { keys: isOn } = usePreferences()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="help" onClose={onClose} aria-labelledby="help-title">
      <header>
        <h2 id="help-title">Keyboard and search</h2>
        <button type="button" className="button quiet icon" onClick={onClose} aria-label="Close">
          <Icon name="close" />
        </button>
      </header>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={event => setPreferences({ keys: event.target.checked })}
        />
        Shortcuts of single keys
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
    </dialog>
  )
}
