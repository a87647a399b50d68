import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'

/** Shown in place of a count of all hosts to users who may see only some hosts. */
export function HiddenCount() {
  return (
    <span className="faint" title={texts.hiddenHint}>
      {texts.hidden}
    </span>
  )
}
