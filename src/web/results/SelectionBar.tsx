import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { copyText } from '../components/toast.tsx'
import { fileNameOf } from '../files/file-name.ts'
import { saveFile } from '../files/save-file.ts'
import { useZone } from '../state/preferences.ts'
import { resultTexts, rowTexts } from '../texts/search/results.ts'
import { eventLines, eventsCurl, eventsJson } from './events/copy-events.ts'
import type { Selection } from './grid/use-selection.ts'

/** Actions on selected rows. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const zone = useZone()
  const events = [...selection.events.values()]
  if (events.length === 0) return null
  const save = () => {
    const name = fileNameOf(resultTexts.exportTitle, Date.now() / 1000, zone)
    saveFile(new Blob([JSON.stringify(events, null, 2)], { type: 'application/json' }), `${name}.json`)
  }
  return (
    <section className="selection-bar" aria-label={rowTexts.selection}>
      <b className="number" role="status">
        {rowTexts.selected(events.length)}
      </b>
      <Button className="small" onClick={() => void copyText(eventLines(events, zone))}>
        <Icon name="copy" size={13} /> {rowTexts.copyLines}
      </Button>
      <Button className="small" onClick={() => void copyText(eventsJson(events))}>
        {rowTexts.copyJson}
      </Button>
      <Button className="small" onClick={() => void copyText(eventsCurl(events, location.origin))}>
        {rowTexts.copyCurl}
      </Button>
      <Button className="small" onClick={save}>
        <Icon name="download" size={13} /> {rowTexts.saveJson}
      </Button>
      <IconButton icon="close" label={rowTexts.clear} iconSize={13} onClick={selection.clear} />
    </section>
  )
}
