import { triggerTexts as texts } from '../texts/triggers.ts'

/** In the place of a count of all hosts, of which the reader sees some. */
export function HiddenCount() {
  return (
    <span className="faint" title={texts.hiddenHint}>
      {texts.hidden}
    </span>
  )
}
