import { readHealth } from '../api/ingest.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { Check } from '../components/forms/Check.tsx'
import { type ShortcutGroup, shortcuts } from '../components/keys/use-keys.ts'
import { usePageLinks } from '../navigation/Navigation.tsx'
import { isSearch } from '../navigation/pages.ts'
import { navigate } from '../state/location.ts'
import { setPreferences, usePreferences } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { helpTexts } from '../texts/shell.ts'

const groups: readonly ShortcutGroup[] = ['everywhere', 'lists', 'search']

/**
 * Dialog with all keys of the page, a switch for single-key shortcuts, and the syntax of message searches.
 */
export function Help({ onClose }: { onClose: () => void }) {
  const { keys: isOn } = usePreferences()
  const links = usePageLinks()
  return (
    <Dialog title={helpTexts.title} onClose={onClose} className="help" width={820}>
      {useHasPermission('search') && <TourButton onClose={onClose} />}
      <Check isOn={isOn} onChange={isOn => setPreferences({ keys: isOn })}>
        {helpTexts.singleKeys}
      </Check>
      <p className="field-hint">{helpTexts.singleKeysHint}</p>
      <div className="help-keys">
        {groups.map(group => {
          const keys = Object.entries(shortcuts).filter(([, shortcut]) => shortcut.group === group)
          const isEverywhere = group === 'everywhere'
          return (
            <section key={group}>
              <h3>{helpTexts.groups[group]}</h3>
              <dl>
                {isEverywhere && <Key keys="Ctrl K" meaning={helpTexts.palette} />}
                {keys.map(([key, { text }]) => (
                  <Key key={key} keys={key} meaning={text} isOff={!isOn && key.length === 1} />
                ))}
                {isEverywhere &&
                  links.flatMap(({ keys, name }) =>
                    keys ? [<Key key={keys} keys={keys} meaning={helpTexts.goTo(name)} isOff={!isOn} />] : [],
                  )}
              </dl>
            </section>
          )
        })}
      </div>
      <h3>{helpTexts.language}</h3>
      <dl>
        {helpTexts.forms.map(([form, meaning]) => (
          <div key={form}>
            <dt className="mono">{form}</dt>
            <dd className="soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Starts the tour, which is about events: without any, there is no button. */
function TourButton({ onClose }: { onClose: () => void }) {
  const { data } = useRead(['ingest', 'health'], readHealth)
  if (!data?.has_events) return null
  const start = () => {
    onClose()
    if (!isSearch(location.pathname)) navigate('/search')
    setPreferences({ tour: false })
  }
  return (
    <Button className="help-tour" onClick={start}>
      {helpTexts.tour}
    </Button>
  )
}

/** A key, or keys in sequence (`g s`), and what they do. `isOff`: the user has switched them off. */
function Key({ keys, meaning, isOff = false }: { keys: string; meaning: string; isOff?: boolean }) {
  return (
    <div className={isOff ? 'faint' : undefined}>
      <dt>
        {keys.split(' ').map(key => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd className={isOff ? undefined : 'soft'}>{meaning}</dd>
    </div>
  )
}
