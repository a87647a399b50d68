import { isGroupPill, type Pill } from '../../../filter/typed/pill.ts'
import { searchBoxTexts as texts } from '../../texts/search/search-box.ts'
import { pillLabel, shortPillParts } from '../state/pill-text.ts'

/** A filter in a few words, with all of it in the tooltip. */
export function PillFace({ pill }: { pill: Pill }) {
  const [field, operator, values] = shortPillParts(pill)
  return (
    <span title={pillLabel(pill)}>
      {field !== '' && (
        <>
          <span className="soft">{field}</span> {operator}{' '}
        </>
      )}
      <b className={hasPatterns(pill) ? 'mono' : undefined}>{values}</b>
      {pill.off && <span className="unseen">{texts.isOff}</span>}
    </span>
  )
}

/** The classes of the element around a filter: disabled and negated filters look different. */
export function pillClass(pill: Pill): string {
  if (pill.off) return 'pill off'
  if (isGroupPill(pill)) return pill.group.not === undefined ? 'pill' : 'pill not'
  return ['ne', '!~', '!>'].includes(pill.op) ? 'pill not' : 'pill'
}

/** Whether the values of a filter are patterns of templates. */
function hasPatterns(pill: Pill): boolean {
  return !isGroupPill(pill) && (pill.op === '|>' || pill.op === '!>')
}
