import type { Pill } from '../../../filter/typed/pill.ts'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import { pillLabel, shortPillParts } from '../state/pill-text.ts'

/** A filter in a few words, with more in its title. */
export function PillFace({ pill }: { pill: Pill }) {
  const [field, operator, values] = shortPillParts(pill)
  return (
    <span title={pillLabel(pill)}>
      <span className="soft">{field}</span> {operator}{' '}
      <b className={pill.op === '|>' || pill.op === '!>' ? 'mono' : undefined}>{values}</b>
      {pill.off && <span className="unseen">{texts.isOff}</span>}
    </span>
  )
}

export function pillClass(pill: Pill): string {
  if (pill.off) return 'pill off'
  return pill.op === 'ne' || pill.op === '!~' || pill.op === '!>' ? 'pill not' : 'pill'
}
