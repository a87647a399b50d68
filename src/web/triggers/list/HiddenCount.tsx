import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'

/** In place of a count over all hosts, for users who see only some. */
export function HiddenCount() {
  return (
    <span className="faint" title={texts.hiddenHint}>
      {texts.hidden}
    </span>
  )
}
